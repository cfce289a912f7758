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

const fact = (detail: RefusalDetail, name: string) => String(detail[name] ?? '')

const sentences: Readonly<Record<GoodsRefusal, (detail: RefusalDetail) => string>> = {
  wrong_state: () => 'いまの状態では、できません。画面を開き直して、たしかめてください。',
  held_by_staff: () => '運営が販売を止めています。理由は商品の画面にあります。なおしたら、運営に連絡してください。',
  waits_for_review: () => '運営が確認しています。確認が終わると、そのまま販売がはじまります。',
  was_returned: () => '運営から差し戻されています。なおして保存すると、もう一度確認に出ます。',
  changed_meanwhile: () => '別の画面か、ほかのメンバーが先に変えました。画面を開き直して、もう一度入力してください。',
  key_reused: () => '画面を開き直して、もう一度お試しください。',
  stock_moved: (detail) =>
    `この間に注文が入るなどして、数が変わりました。いまは${fact(detail, 'now')}です。たしかめて、もう一度入力してください。`,
  below_zero: (detail) => `0より少なくはできません。いまは${fact(detail, 'now')}です。`,
  stock_by_harvest: () => 'この商品は、収穫の見こみで数が決まります。「収穫」の画面で変えてください。',
  window_overlaps: (detail) =>
    `${fact(detail, 'period')}の見こみと重なっています。日をずらすか、そちらを変えてください。`,
  window_past: () => '過ぎた日は入れられません。きょうから後の日をえらんでください。',
  below_reserved: (detail) => `すでに${fact(detail, 'reserved')}の注文があります。それより少なくはできません。`,
  window_too_long: () => '1つの見こみは31日までです。長いときは、分けて入れてください。',
  too_many_windows: () => 'これから先の見こみは、1つの商品に20までです。',
  not_by_harvest: () => 'この商品は、在庫の数で売っています。商品の「出せる数」で「収穫の見こみ」に変えてください。',
  nothing_to_repeat: (detail) =>
    `これから${fact(detail, 'days')}日のうちに空いた日がないか、その前の1週間に同じにできる見こみがありません。`,
  vacation_overlaps: (detail) => `${fact(detail, 'period')}のお休みと重なっています。`,
  vacation_past: () => '過ぎた日は休みにできません。きょうから後の日をえらんでください。',
  vacation_too_far: () => 'お休みは、1年先までの日で、つづけて93日まで入れられます。',
  open_orders: () => 'その日に出す注文があります。どうするかをえらんでください。',
  price_not_ahead: () => 'あした以降の日をえらんでください。きょうからの値段は、上の「値段」で変えられます。',
  price_too_far: () => '1年先までの日をえらんでください。',
  price_known: () => 'その日からの値段は、もう決まっています。先にそちらを取り消してください。',
  price_same: () => 'その日の値段と同じです。ちがう値段を入れてください。',
  too_many_prices: () => '決めておける値段は、1つの商品に6つまでです。',
  too_many_tiers: () => '数の値段は、1つの商品に4つまでです。',
  tier_too_few: (detail) => `${fact(detail, 'min')}から注文できる商品です。それより多い数を入れてください。`,
  tier_too_many_units: (detail) => `一度に注文できるのは${fact(detail, 'max')}までです。それまでの数を入れてください。`,
  tiers_not_rising: () => '上の行より多い数を入れてください。',
  tiers_not_falling: () => '数が多いほど安くなるように、上の行より安い値段を入れてください。',
  too_cheap: () => 'ふつうの値段の半分より安くはできません。打ちまちがいがないか、見てください。',
  own_price_past: () => 'きょうから後の日をえらんでください。',
  days_reversed: () => '終わりの日は、はじまりの日より後にしてください。',
  own_price_not_lower: () => 'ふつうの値段より安い値段を入れてください。',
  bad_percent: () => '1から50までの数で入力してください。',
  too_many_own_prices: () => 'ひとつの店に決めておける値段は100までです。使わないものをやめてください。',
  nobody_chosen: () => '見せる店を、1つはえらんでください。だれにも見せないときは、商品を休みにします。',
  lot_known: () => '同じ日の同じ記号の収穫が、もうあります。記号を変えるか、そちらをなおしてください。',
  harvested_too_early: () => dayRefusalText('too_early'),
  harvested_too_late: () => dayRefusalText('too_late'),
  best_before_past: () => dayRefusalText('too_early'),
  reason_missing: () => '理由を書いてください。農園に、そのまま届きます。',
  wrong_fields: () => '入力に直すところがあります。',
  nothing_to_change: () => '変わったところはありませんでした。',
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
