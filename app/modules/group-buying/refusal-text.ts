import { formatNumber } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { LineProblem } from '#modules/cart/quote.ts'
import { leastOpenMinutes, mostKitchens, mostOpen } from './group-buy.ts'

export type GroupRefusal =
  | LineProblem
  | 'nothing_chosen'
  | 'closed'
  | 'full'
  | 'too_many_open'
  | 'closes_too_soon'
  | 'farm_closed'
  | 'day_impossible'
  | 'too_big_to_ship'
  | 'no_freight'
  | 'over_order_limit'
  | 'over_credit'
  | 'not_joined'
  | 'opener_stays'

const sentences: Record<GroupRefusal | IdempotencyRefusal, string | ((detail: RefusalDetail) => string)> = {
  nothing_chosen: '商品を1つ以上選択してください。',
  closed: 'この共同購入は締め切られました。',
  full: `参加できるのは${mostKitchens}店舗までです。`,
  too_many_open: `同時に募集できるのは${mostOpen}件までです。`,
  closes_too_soon: `募集の締切まで${leastOpenMinutes}分以上必要です。締切かお届け日を変更してください。`,
  farm_closed: 'この農園は現在、注文を受け付けていません。',
  day_impossible: 'この商品と数量では、お届け日に届けられません。商品か数量を変更してください。',
  too_big_to_ship: 'サイズが大きすぎて発送できない商品があります。',
  no_freight: 'この農園からの送料が設定されていないため、現在は募集できません。',
  not_listed: ({ name }) => `${name}は現在販売していません。0にしてください。`,
  out_of_stock: ({ name }) => `${name}の在庫が不足しています。数量を減らしてください。`,
  held_elsewhere: ({ name }) => `${name}は、他の飲食店が注文手続き中です。10分ほど後にお試しください。`,
  below_minimum: ({ name, min }) => `${name}は${min}から注文できます。`,
  above_maximum: ({ name, max }) => `${name}は一度に${max}まで注文できます。`,
  wrong_step: ({ name, step }) => `${name}は${step}単位で注文できます。`,
  over_order_limit: ({ limit }) =>
    `1回の注文の上限（${formatNumber(Number(limit ?? 0))}円・税込）を超えています。数量を減らすか、店長に参加を依頼してください。`,
  over_credit: '掛け払いの限度額または停止により、現在は注文できません。「請求・支払い」の画面を確認してください。',
  not_joined: 'この共同購入には参加していません。画面を開き直してください。',
  opener_stays: '募集した店舗は参加を取り消せません。「募集を中止する」を選択してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export function groupRefusalText(refusal: GroupRefusal | IdempotencyRefusal, detail: RefusalDetail = {}): string {
  const text = sentences[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case of this module may refuse (audit-log/use-case.server.ts). */
export const groupRefusals = <R extends GroupRefusal>(...codes: R[]) => ({ codes, text: groupRefusalText })

/** Why the goods of a kitchen cannot be in the box. */
export const goodsRefusals = [
  'nothing_chosen',
  'farm_closed',
  'day_impossible',
  'too_big_to_ship',
  'no_freight',
  'not_listed',
  'out_of_stock',
  'held_elsewhere',
  'below_minimum',
  'above_maximum',
  'wrong_step',
  'over_order_limit',
  'over_credit',
] as const satisfies readonly GroupRefusal[]

/** Why nothing was ordered for a kitchen at the closing, as a sentence for its people. */
export const whyLeftOut = (code: string): string =>
  leftOut[code] ?? '商品または注文の条件を満たさなかったため、注文していません。'

const leftOut: Record<string, string> = {
  out_of_stock: '商品の在庫が不足したため、注文していません。',
  over_order_limit: '担当者の注文上限を超えたため、注文していません。',
  over_credit_limit: '掛け払いの限度額を超えたため、注文していません。',
  credit_overdue: 'お支払い期日を過ぎた請求書があるため、注文していません。',
  ordering_stopped: '注文の受け付けが停止されているため、注文していません。',
  card_needed: 'カードでのお支払いを確認できないため、注文していません。',
  not_there: '参加した担当者または店舗が、現在は登録されていないため、注文していません。',
  not_now: '飲食店が現在、注文できない状態のため、注文していません。',
}
