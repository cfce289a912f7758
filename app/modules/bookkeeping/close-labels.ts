import type { RefusalDetail } from '#kernel/result.ts'

/** What shall be settled before a month is closed, and where it is settled. */
export const closeChecks = {
  orders: { ja: '金額が確定していない注文', to: '/admin/orders' },
  claims: { ja: '未解決の報告', to: '/admin/claims' },
  deposits: { ja: '未消込の入金', to: '/admin/billing/deposits' },
  invoices: { ja: '請求書が未発行の飲食店', to: '/admin/billing' },
  statements: { ja: '支払通知書が未発行の農園', to: '/admin/statements' },
  cards: { ja: '未決済のカード取引', to: '/admin/billing/cards' },
  replay: { ja: '帳簿と記録の差異', to: '/admin/ledger/close#differences' },
} as const
export type CloseCheck = keyof typeof closeChecks

export const closeCheckKeys = ['orders', 'claims', 'deposits', 'invoices', 'statements', 'cards', 'replay'] as const

const sentences = {
  month_running: 'この月はまだ終わっていません。翌月になってから締めてください。',
  already_closed: 'この月はすでに締められています。',
  earlier_open: '前の月が締められていません。古い月から順に締めてください。',
  reason_missing: '未完了の項目があります。項目ごとに理由を入力してください。',
  import_running: '銀行明細を取り込み中です。数分後にもう一度お試しください。',
  key_reused: 'この操作はすでに実行されています。画面を再読み込みしてください。',
} as const
export type CloseRefusal = keyof typeof sentences

export const closeRefusals = <R extends CloseRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: CloseRefusal, _detail?: RefusalDetail) => sentences[refusal],
})
