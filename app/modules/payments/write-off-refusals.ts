import { formatYen } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { yen } from '#kernel/yen.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type WriteOffRefusal = 'nothing_unpaid' | 'changed_meanwhile' | 'too_much' | 'being_collected' | 'undone_already'

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<WriteOffRefusal | IdempotencyRefusal, string | ((detail: RefusalDetail) => string)> = {
  nothing_unpaid: 'この請求書に未払い額はありません。画面を開き直してください。',
  changed_meanwhile: ({ unpaidYen }) =>
    `表示中に、請求書の未払い額が${formatYen(yen(Number(unpaidYen)))}に変わりました。最新の金額を確認してください。`,
  too_much: ({ unpaidYen }) =>
    `金額が未払い額を上回っています。1円から${formatYen(yen(Number(unpaidYen)))}までで入力してください。`,
  being_collected: 'この請求書の口座振替を請求中です。振替の結果を取り込んでから、もう一度お試しください。',
  undone_already: 'この貸倒れ処理は、すでに取り消されています。画面を開き直してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case about write-offs may refuse (audit-log/use-case.server.ts). */
export const writeOffRefusals = <R extends WriteOffRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: WriteOffRefusal | IdempotencyRefusal, detail: RefusalDetail = {}): string => {
    const text = sentence[refusal]
    return typeof text === 'string' ? text : text(detail)
  },
})
