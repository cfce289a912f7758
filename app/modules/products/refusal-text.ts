import type { RefusalDetail } from '#kernel/result.ts'
import { dayRefusalText } from '#kernel/typed-day.ts'
import type { OwnPriceRefusal } from './prices/own-price.ts'
import type { PriceChangeRefusal } from './prices/price-change.ts'
import type { TierRefusal } from './prices/tiers.ts'
import type { GoodsMoveRefusal } from './product-process.ts'

export type GoodsRefusal =
  | GoodsMoveRefusal
  | PriceChangeRefusal
  | TierRefusal
  | OwnPriceRefusal
  | 'nobody_chosen'
  | 'changed_meanwhile'
  | 'key_reused'
  | 'stock_moved'
  | 'below_zero'
  | 'stock_by_harvest'
  | 'window_overlaps'
  | 'window_past'
  | 'below_reserved'
  | 'window_too_long'
  | 'too_many_windows'
  | 'not_by_harvest'
  | 'nothing_to_repeat'
  | 'vacation_overlaps'
  | 'vacation_past'
  | 'vacation_too_far'
  | 'open_orders'
  | 'lot_known'
  | 'harvested_too_early'
  | 'harvested_too_late'
  | 'best_before_past'
  | 'reason_missing'
  | 'nothing_to_change'
  | 'wrong_fields'
  | 'intro_unfinished'
  | 'kana_unreadable'
  | 'phone_unreachable'
  | 'no_freight_table'
  | 'hub_sells_nothing'
  | 'facts_missing'

const fact = (detail: RefusalDetail, name: string) => String(detail[name] ?? '')

const sentences: Readonly<Record<GoodsRefusal, (detail: RefusalDetail) => string>> = {
  wrong_state: () => '現在の状態では操作できません。画面を開き直して、確認してください。',
  held_by_staff: () =>
    '運営が販売を停止しています。理由は商品の画面でご確認ください。修正したら、運営に連絡してください。',
  waits_for_review: () => '運営が確認中です。確認が終わると、販売が開始されます。',
  was_returned: () => '運営から差し戻されました。修正して保存すると、再度確認に回ります。',
  changed_meanwhile: () => '別の画面または他のメンバーが先に変更しました。画面を開き直して、もう一度入力してください。',
  key_reused: () => '画面を開き直して、もう一度お試しください。',
  stock_moved: (detail) =>
    `この間に注文などがあり、数量が変わりました。現在は${fact(detail, 'now')}です。確認して、もう一度入力してください。`,
  below_zero: (detail) => `0未満にはできません。現在は${fact(detail, 'now')}です。`,
  stock_by_harvest: () => 'この商品は、収穫見込みで数量が決まります。「収穫」の画面で変更してください。',
  window_overlaps: (detail) =>
    `${fact(detail, 'period')}の見込みと重複しています。日をずらすか、そちらを変更してください。`,
  window_past: () => '過去の日付は入力できません。今日以降の日付を選択してください。',
  below_reserved: (detail) => `すでに${fact(detail, 'reserved')}の注文があります。それ未満にはできません。`,
  window_too_long: () => '1件の見込みは31日までです。長い場合は、分けて入力してください。',
  too_many_windows: () => '今後の見込みは、1商品につき20件までです。',
  not_by_harvest: () =>
    'この商品は、在庫数で販売しています。商品の「出荷できる数量」で「収穫見込みで販売」に変更してください。',
  nothing_to_repeat: (detail) =>
    `今後${fact(detail, 'days')}日のうちに空いた日がないか、その前の1週間にコピーできる見込みがありません。`,
  vacation_overlaps: (detail) => `${fact(detail, 'period')}の休業と重複しています。`,
  vacation_past: () => '過去の日付は休業にできません。今日以降の日付を選択してください。',
  vacation_too_far: () => '休業は、1年先までの日付で、連続93日まで登録できます。',
  open_orders: () => 'その日に出荷する注文があります。対応を選択してください。',
  price_not_ahead: () => '明日以降の日付を選択してください。本日からの価格は、上の「価格」で変更できます。',
  price_too_far: () => '1年先までの日付を選択してください。',
  price_known: () => 'その日からの価格は、設定済みです。先にそちらを取り消してください。',
  price_same: () => 'その日の価格と同じです。異なる価格を入力してください。',
  too_many_prices: () => '設定できる価格は、1商品につき6件までです。',
  too_many_tiers: () => '数量別価格は、1商品につき4件までです。',
  tier_too_few: (detail) => `最小注文数は${fact(detail, 'min')}です。それより大きい数を入力してください。`,
  tier_too_many_units: (detail) =>
    `一度に注文できるのは${fact(detail, 'max')}までです。それ以下の数を入力してください。`,
  tiers_not_rising: () => '上の行より大きい数を入力してください。',
  tiers_not_falling: () => '数量が多いほど安くなるように、上の行より低い価格を入力してください。',
  too_cheap: () => '通常価格の半額未満にはできません。入力に誤りがないか確認してください。',
  own_price_past: () => '今日以降の日付を選択してください。',
  days_reversed: () => '終了日は、開始日より後にしてください。',
  own_price_not_lower: () => '通常価格より低い価格を入力してください。',
  bad_percent: () => '1〜50の数値で入力してください。',
  too_many_own_prices: () => '1つの飲食店に設定できる価格は100件までです。不要なものを終了してください。',
  nobody_chosen: () => '公開先の飲食店を1つ以上選択してください。どこにも公開しない場合は、商品を販売休止にします。',
  lot_known: () =>
    '同じ日・同じロット記号の収穫記録がすでにあります。ロット記号を変更するか、既存の記録を修正してください。',
  harvested_too_early: () => dayRefusalText('too_early'),
  harvested_too_late: () => dayRefusalText('too_late'),
  best_before_past: () => dayRefusalText('too_early'),
  reason_missing: () => '理由を入力してください。農園にそのまま通知されます。',
  no_freight_table: () =>
    '送料表が登録されていないため、販売を開始できません。「送料」の画面で送料表を登録するか、運営にお問い合わせください。',
  hub_sells_nothing: () =>
    '運行事業者として登録されているため、商品を販売できません。販売する場合は、運営にお問い合わせください。',
  facts_missing: (detail) =>
    `食品表示の必須項目（${fact(detail, 'facts')}）が未入力のため、販売を開始できません。商品の画面で入力してください。`,
  wrong_fields: () => '入力内容に修正が必要な箇所があります。',
  nothing_to_change: () => '変更点はありませんでした。',
  intro_unfinished: (detail) => fact(detail, 'sentence'),
  kana_unreadable: (detail) => fact(detail, 'sentence'),
  phone_unreachable: (detail) => fact(detail, 'sentence'),
}

/** One Japanese sentence for every refusal: the cause, then what can be done. */
export const goodsRefusalText = (refusal: GoodsRefusal, detail: RefusalDetail = {}): string =>
  sentences[refusal](detail)

/** How a use case about products may refuse (audit-log/use-case.server.ts). */
export const goodsRefusals = <R extends GoodsRefusal>(...codes: R[]) => ({ codes, text: goodsRefusalText })

/** The sentences of `wrong_fields`, by field. */
export const sentencesIn = (detail: RefusalDetail = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(detail).map(([field, sentence]) => [field, String(sentence)]))
