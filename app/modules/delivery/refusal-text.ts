import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { DistanceProblem } from './distance-fees.ts'

export type FreightRefusal =
  | 'changed_meanwhile'
  | 'freight_from_past'
  | 'freight_rows_wrong'
  | 'carrier_without_table'
  | 'way_without_prefecture'
  | 'way_without_place'
  | 'too_many_ways'
  | DistanceProblem

const sentences: Record<FreightRefusal | IdempotencyRefusal, (detail: RefusalDetail) => string> = {
  changed_meanwhile: () =>
    '入力中に、別の画面で新しい送料表が登録されました。最新の表を確認し、もう一度保存してください。',
  freight_from_past: () => '適用開始日には、今日以降の日付を入力してください。',
  freight_rows_wrong: ({ sentence }) => String(sentence),
  carrier_without_table: () => 'この配送会社の送料表がありません。先に送料表を登録してください。',
  way_without_prefecture: () => 'お届け先の都道府県を1つ以上選択してください。',
  way_without_place: () => '引き取り場所を入力してください（例 農園の出荷場）。',
  too_many_ways: ({ most }) => `お届け方法は${most}件までです。使用していない方法を終了してください。`,
  bands_missing: () => '距離ごとの送料を1つ以上入力してください。',
  distances_missing: () => 'お届けする市区町村までの距離を1つ以上入力してください。',
  band_twice: ({ what }) => `「${what}まで」の区分が2回入力されています。`,
  listed_twice: ({ what }) => `「${what}」が2回入力されています。`,
  beyond_bands: ({ what, farthest }) => `「${what}」は、送料の区分（${farthest}kmまで）を超えています。`,
  key_reused: () => '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case of this module may refuse (audit-log/use-case.server.ts). */
export const freightRefusals = <R extends FreightRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: FreightRefusal | IdempotencyRefusal, detail: RefusalDetail = {}): string =>
    sentences[refusal](detail),
})
