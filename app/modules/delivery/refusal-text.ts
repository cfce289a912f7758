import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type FreightRefusal =
  | 'changed_meanwhile'
  | 'freight_from_past'
  | 'freight_rows_wrong'
  | 'carrier_without_table'
  | 'way_without_prefecture'
  | 'way_without_place'
  | 'too_many_ways'

const sentences: Record<FreightRefusal | IdempotencyRefusal, (detail: RefusalDetail) => string> = {
  changed_meanwhile: () =>
    '入力中に、別の画面で新しい送料表が登録されました。最新の表を確認し、もう一度保存してください。',
  freight_from_past: () => '適用開始日には、今日以降の日付を入力してください。',
  freight_rows_wrong: ({ sentence }) => String(sentence),
  carrier_without_table: () => 'この配送会社の送料表がありません。先に送料表を登録してください。',
  way_without_prefecture: () => 'お届け先の都道府県を1つ以上選択してください。',
  way_without_place: () => '引き取り場所を入力してください（例 農園の出荷場）。',
  too_many_ways: ({ most }) => `お届け方法は${most}件までです。使用していない方法を終了してください。`,
  key_reused: () => '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case of this module may refuse (audit-log/use-case.server.ts). */
export const freightRefusals = <R extends FreightRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: FreightRefusal | IdempotencyRefusal, detail: RefusalDetail = {}): string =>
    sentences[refusal](detail),
})
