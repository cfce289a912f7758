import type { RefusalDetail } from '#kernel/result.ts'
import type { FarmProblem, LineProblem } from './quote.ts'

export type CartRefusal =
  | 'bad_quantity'
  | 'below_minimum'
  | 'above_maximum'
  | 'wrong_step'
  | 'not_listed'
  | 'day_past'
  | 'no_substitute'
  | 'no_ceiling'
  | 'way_gone'
  | 'key_reused'

const cartSentence: Record<CartRefusal, string | ((detail: RefusalDetail) => string)> = {
  bad_quantity: '数量は1以上の整数で入力してください（例 12）。',
  below_minimum: (detail) => `${detail.min ?? ''}から注文できます。数量を増やしてください。`,
  above_maximum: (detail) => `一度に注文できるのは${detail.max ?? ''}までです。数量を減らしてください。`,
  wrong_step: (detail) => `${detail.step ?? ''}単位で注文できます。数量を変更してください。`,
  not_listed: 'この商品は現在販売していないため、かごに追加できません。',
  day_past: '過去の日付は選択できません。明日以降の日付を選択してください。',
  no_substitute: '代替品として送ってよい商品を、1つ以上選択してください。',
  no_ceiling: '代替品の上限金額を、1円以上で入力してください（例 3000）。',
  way_gone: '選択したお届け方法は、現在利用できません。お届け方法を選択し直してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export function cartRefusalText(refusal: CartRefusal, detail: RefusalDetail = {}): string {
  const text = cartSentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about the cart may refuse (audit-log/use-case.server.ts). */
export const cartRefusals = (...codes: CartRefusal[]) => ({ codes, text: cartRefusalText })

export const lineProblemText: Record<LineProblem, string> = {
  not_listed: '現在販売していません。かごから削除してください。',
  out_of_stock: '在庫が不足しています。数量を減らすか、かごから削除してください。',
  held_elsewhere: '現在、他の飲食店が注文手続き中です。10分ほどで注文できるようになる場合があります。',
  below_minimum: '最低注文数量に達していません。',
  above_maximum: '一度に注文できる数量を超えています。',
  wrong_step: '注文できる単位に合っていません。',
}

export const farmProblemText: Record<FarmProblem, string> = {
  farm_closed: 'この農園は現在、注文を受け付けていません。',
  no_day: '今後2週間、お届けできる日がありません。',
  day_impossible: '選択した日にはお届けできません。別の日を選択してください。',
  answer_first: 'この日の注文に、農園から変更依頼が届いています。先に回答するか、別の日を選択してください。',
  below_min_order: '農園の最低注文金額に達していません。',
  too_big_to_ship: 'サイズが大きすぎて発送できない商品があります。',
  way_gone: '選択したお届け方法は、現在利用できません。お届け方法を選択し直してください。',
  no_freight: 'この農園からの送料が設定されていないため、現在は注文できません。',
}
