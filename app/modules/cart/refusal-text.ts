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

const cartSentence: Record<CartRefusal, string | ((detail: RefusalDetail) => string)> = {
  bad_quantity: '数は1以上の整数で入力してください（例 12）。',
  below_minimum: (detail) => `${detail.min ?? ''}から注文できます。数をふやしてください。`,
  above_maximum: (detail) => `一度に注文できるのは${detail.max ?? ''}までです。数をへらしてください。`,
  wrong_step: (detail) => `${detail.step ?? ''}ずつ注文できます。数を直してください。`,
  not_listed: 'この品はいま販売していません。かごに入れられません。',
  day_past: 'すぎた日は選べません。きょうより後の日を選んでください。',
  no_substitute: 'かわりに送ってよい品を、ひとつ以上選んでください。',
  no_ceiling: 'かわりの品に払ってよい金額を、1円以上で入力してください（例 3000）。',
}

export function cartRefusalText(refusal: CartRefusal, detail: RefusalDetail = {}): string {
  const text = cartSentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about the cart may refuse (audit-log/use-case.server.ts). */
export const cartRefusals = (...codes: CartRefusal[]) => ({ codes, text: cartRefusalText })

export const lineProblemText: Record<LineProblem, string> = {
  not_listed: 'いま販売していません。はずしてください。',
  out_of_stock: '残りが足りません。数をへらすか、はずしてください。',
  held_elsewhere: 'いま、ほかのお店が注文の手続きをしています。10分ほどで、注文できるようになることがあります。',
  below_minimum: '最少の数に足りません。',
  above_maximum: '一度に注文できる数をこえています。',
  wrong_step: '注文できる単位に合っていません。',
}

export const farmProblemText: Record<FarmProblem, string> = {
  farm_closed: 'この農園はいま注文を受けていません。',
  no_day: 'この先2週間、届けられる日がありません。',
  day_impossible: '選んだ日には届きません。別の日を選んでください。',
  answer_first: 'この日の注文について、農園が相談しています。先に答えるか、別の日を選んでください。',
  below_min_order: '農園の最低注文金額に足りません。',
  too_big_to_ship: '大きすぎて送れない品があります。',
}
