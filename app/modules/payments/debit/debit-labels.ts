import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { parseJstDate } from '#kernel/jst.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { yen } from '#kernel/yen.ts'
import {
  type AccountRefusal,
  accountRefusalText,
  fieldOfAccountRefusal,
  isAccountRefusal,
} from '#modules/banking/account-refusal-text.ts'
import type { DebitOutcome } from '#modules/banking/direct-debit.ts'

/** What the bank says of a record, in its own words. */
export const debitOutcomeWord: Record<DebitOutcome | 'cancelled', string> = {
  paid: '振替済み',
  short: '資金不足',
  no_account: '預金取引なし',
  stopped_by_payer: '預金者の都合による停止',
  no_mandate: '口座振替依頼書なし',
  stopped_by_collector: '委託者の都合による停止',
  other: 'その他',
  cancelled: '取り消し',
}

/** What a restaurant does so that the next debit works. */
export const debitAdvice = (outcome: Exclude<DebitOutcome, 'paid'>): string =>
  outcome === 'short'
    ? '次回は、振替日の前日までに残高をご確認ください。'
    : '次回までに、口座振替の登録内容を金融機関にご確認ください。口座を変更する場合は、もう一度お申し込みください。'

export type AgreementState = 'asked' | 'agreed' | 'ended'

export const agreementStateWord: Record<AgreementState, string> = {
  asked: '金融機関の確認待ち',
  agreed: '登録済み',
  ended: '終了',
}

export const endReasonWord = {
  refused: '金融機関が受け付けませんでした',
  withdrawn: '申し込みの取り下げ',
  replaced: '口座の変更',
  stopped: '登録の停止',
} as const

/** Why an invoice that is due is not collected. */
export type DebitObstacle = 'not_agreed' | 'failed_before' | 'in_run'

export const debitObstacleWord: Record<DebitObstacle, string> = {
  not_agreed: '口座振替の登録なし',
  failed_before: '振替不能（振込待ち）',
  in_run: '別の口座振替で依頼済み',
}

export const debitRunStates = ['made', 'requested', 'done', 'cancelled'] as const
export type DebitRunState = (typeof debitRunStates)[number]

export const debitRunWord: Record<DebitRunState, string> = {
  made: '依頼データ未作成',
  requested: '結果待ち',
  done: '結果を取り込み済み',
  cancelled: '取り消し',
}

const day = (detail: RefusalDetail) => {
  const on = parseJstDate(String(detail.on ?? ''))
  return on ? formatDayWithYear(on) : ''
}

const sentences = {
  not_offered: '現在、口座振替はご利用いただけません。別の支払い方法を選択してください。',
  savings: '口座振替に使用できるのは、普通預金または当座預金です。',
  agreement_waits: '金融機関の確認待ちの申し込みがあります。先にその申し込みを取り下げてください。',
  agreement_ended: 'この申し込みは、すでに回答を記録したか、取り下げられています。画面を開き直してください。',
  debit_in_use: '支払い方法が口座振替のため、登録を停止できません。先に、飲食店が支払い方法を変更する必要があります。',
  reason_missing: '理由を入力してください。履歴に残ります。',
  bad_settings:
    '入力内容を確認してください。委託者番号は10桁、口座番号は7桁以内の数字、委託者名は半角40文字以内のカナです。',
  not_bank_day: '振替日は、金融機関の営業日を指定してください。土日・祝日と12月31日から1月3日は指定できません。',
  too_late: (detail: RefusalDetail) =>
    `この振替日の依頼データは、${day(detail)}までに銀行へ送信する必要がありました。別の振替日を指定してください。`,
  nothing_due: 'この日までに引き落とす請求書がありません。',
  changed_meanwhile: '内容が変わりました。件数と合計を確認して、もう一度お試しください。',
  wrong_state: 'この口座振替は、すでに次の段階に進んでいるか、取り消されています。画面を開き直してください。',
  collector_missing: '委託者番号と入金口座が設定されていません。先に設定してください。',
  unreadable_account: '暗号化した口座番号を読み取れません。設定（AUTH_SECRET）を確認してください。',
  unreadable: ({ sentence }: RefusalDetail) => `${sentence ?? ''}何も取り込んでいません。`,
  other_collector: ({ code }: RefusalDetail) =>
    `委託者番号 ${code ?? ''} は、この口座振替の委託者番号と異なります。何も取り込んでいません。`,
  other_day: ({ on }: RefusalDetail) =>
    `振替日 ${on ?? ''} のファイルです。この口座振替の振替日と異なるため、何も取り込んでいません。`,
  foreign_row: ({ customer }: RefusalDetail) =>
    `顧客番号 ${customer ?? ''} の明細は、この口座振替で依頼していません。何も取り込んでいません。`,
  row_twice: ({ customer }: RefusalDetail) =>
    `顧客番号 ${customer ?? ''} の明細が2件以上あります。何も取り込んでいません。`,
  row_missing: ({ customer }: RefusalDetail) =>
    `依頼した顧客番号 ${customer ?? ''} の明細がファイルにありません。何も取り込んでいません。`,
  other_amount: ({ customer, asked, got }: RefusalDetail) =>
    `顧客番号 ${customer ?? ''} の金額が、依頼した${formatYen(yen(Number(asked)))}ではなく${formatYen(yen(Number(got)))}です。何も取り込んでいません。`,
  result_known:
    'この口座振替の結果は、別のファイルで取り込み済みです。訂正する場合は、先に取り込みを取り消してください。',
  credit_used: 'この口座振替で生じた過入金が、別の請求書に充当されています。先にその消込を取り消してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
} as const

export type DebitRefusal = keyof typeof sentences | AccountRefusal

function text(refusal: DebitRefusal, detail: RefusalDetail = {}): string {
  if (isAccountRefusal(refusal)) return accountRefusalText(refusal, detail)
  const sentence = sentences[refusal]
  return typeof sentence === 'string' ? sentence : sentence(detail)
}

/** How a use case about direct debits may refuse (audit-log/use-case.server.ts). */
export const debitRefusals = <const R extends DebitRefusal>(...codes: R[]) => ({ codes, text })

export const fieldOfDebitRefusal: Partial<Record<string, string>> = {
  ...fieldOfAccountRefusal,
  savings: 'type',
  reason_missing: 'reason',
}
