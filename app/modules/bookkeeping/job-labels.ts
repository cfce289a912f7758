/** The scheduled jobs (app/jobs.ts) without which money stands still, with what staff call them. */
export const moneyJobWords = {
  'card-captures': 'カード決済の確定・返金',
  'card-holds': 'カードの与信枠の確保',
  'order-timers': '注文の期限の処理',
  'claim-timers': '報告の期限の処理',
  'settle-delivery-slips': '納品書の発行',
  'record-missing-charges': '売上の計上もれの補完',
  'close-periods': '請求書の発行',
  'close-farms': '支払通知書の発行',
  'confirm-statements': '支払通知書の自動確認',
  'draw-documents': '書類のPDFの作成',
  'match-imports': '銀行明細の自動消込',
  'spend-credits': '前受金の充当',
  'remind-invoices': '支払期日の通知と督促',
  'write-order-stops': '発注の停止と再開',
  'fold-kept-sums': '帳簿の残高の集計',
} as const

export type MoneyJob = keyof typeof moneyJobWords

export const moneyJobs = Object.keys(moneyJobWords).filter((key): key is MoneyJob => key in moneyJobWords)

const sentences = {
  not_failed: 'この処理は、すでに正常に完了しています。',
  key_reused: 'この操作はすでに実行されています。画面を再読み込みしてください。',
} as const
type JobRefusal = keyof typeof sentences

export const jobRefusals = <R extends JobRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: JobRefusal) => sentences[refusal],
})
