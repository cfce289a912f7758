import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type FreightRefusal = 'changed_meanwhile' | 'freight_from_past' | 'freight_rows_wrong' | 'carrier_without_table'

const sentences: Record<FreightRefusal | IdempotencyRefusal, (detail: RefusalDetail) => string> = {
  changed_meanwhile: () =>
    '入力中に、別の画面で新しい送料表が登録されました。最新の表を確認し、もう一度保存してください。',
  freight_from_past: () => '適用開始日には、今日以降の日付を入力してください。',
  freight_rows_wrong: ({ sentence }) => String(sentence),
  carrier_without_table: () => 'この配送会社の送料表がありません。先に送料表を登録してください。',
  key_reused: () => '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case of this module may refuse (audit-log/use-case.server.ts). */
export const freightRefusals = <R extends FreightRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: FreightRefusal | IdempotencyRefusal, detail: RefusalDetail = {}): string =>
    sentences[refusal](detail),
})
