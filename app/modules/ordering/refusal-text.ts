import { formatNumber } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { OrderState } from '#kernel/words.ts'
import type { OnceRefusal } from '#modules/history/once.server.ts'
import { type ProcessRefusal, ruleOf } from './order-process.ts'
import { stateWord } from './order-words.ts'

export type AnswerRefusal = 'more_than_ordered' | 'nothing_confirmed' | 'bad_quantity' | 'unknown_line'
export type PlaceRefusal = 'cart_empty' | 'changed' | 'not_orderable' | 'out_of_stock' | 'over_order_limit'
export type ApprovalRefusal = 'changed_since_asked' | 'nothing_to_approve'
export type PackRefusal =
  | 'more_than_confirmed'
  | 'weight_missing'
  | 'weight_not_believable'
  | 'too_light'
  | 'lot_missing'
  | 'lot_unknown'
  | 'tracking_missing'
  | 'tracking_not_12_digits'
  | 'tracking_check_digit'
  | 'nothing_to_ship'
  | 'not_catch_weight'
export type ReceiveRefusal = 'more_than_shipped' | 'verdict_needs_less' | 'less_needs_verdict'

export type OrderingRefusal =
  | ProcessRefusal
  | AnswerRefusal
  | PlaceRefusal
  | ApprovalRefusal
  | PackRefusal
  | ReceiveRefusal
  | OnceRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<OrderingRefusal, string | ((detail: RefusalDetail) => string)> = {
  wrong_state: (detail) =>
    `この注文はいま${stateWord[detail.state as OrderState] ? `「${stateWord[detail.state as OrderState]}」なので` : '別の状態なので'}、この操作はできません。画面を開き直してください。`,
  wrong_actor: 'この操作ができるのは、注文の相手側です。',
  too_late: 'この操作ができる時刻をすぎました。相手に連絡してください。',
  too_early: 'まだその時刻になっていません。',
  reason_missing: '理由を選んでください。相手に伝わります。',
  more_than_ordered: (detail) => `注文より多くはできません。${detail.max ?? ''}までの数を入れてください。`,
  nothing_confirmed: `ひとつも出せないときは「${ruleOf('decline').button}」を押してください。`,
  bad_quantity: '数は0以上の整数で入力してください（例 12）。',
  unknown_line: 'この注文にない品です。画面を開き直してください。',
  cart_empty: 'かごは空です。すでに注文がすんだか、別の画面で空にされました。',
  changed: 'ごらんの内容から変わったところがあります。たしかめて、もう一度押してください。まだ注文していません。',
  not_orderable: 'このままでは注文できない品があります。印のついた品を直してください。',
  out_of_stock: '残りが足りない品があります。数をへらすか、その品をはずしてください。',
  over_order_limit: (detail) =>
    `あなたが注文できる上限${detail.limit ? `（${formatNumber(Number(detail.limit))}円）` : ''}をこえています。店長に承認を頼むか、店長に注文してもらってください。`,
  changed_since_asked:
    '頼まれたあとに、売り切れたり、値段や届けられる日が変わったりした品があります。差し戻して、注文しなおしてもらってください。',
  nothing_to_approve: 'この注文は、もう承認されたか、差し戻されています。画面を開き直してください。',
  more_than_confirmed: (detail) => `確定した数（${detail.max ?? ''}）より多くは送れません。`,
  weight_missing: '重さを量っていない品があります。重さを入れてください。',
  weight_not_believable: '重さがいつもと大きくちがいます。単位（kg）をたしかめて、もう一度入れてください。',
  too_light: (detail) =>
    `約束の重さより軽いです（下限 ${detail.lowerKg ?? ''}kg）。数をへらすか、足りない理由を選んでください。`,
  lot_missing: 'どの収穫分か（ロット）を選んでください。',
  lot_unknown: 'その品のロットではありません。選び直してください。',
  tracking_missing: '送り状番号を入れてください（箱ごとに12けた）。',
  tracking_not_12_digits: '送り状番号は12けたの数字です。写しちがいがないか見てください。',
  tracking_check_digit: '送り状番号がちがうようです（最後の1けたが合いません）。もう一度見てください。',
  nothing_to_ship: '送る品がひとつもありません。',
  not_catch_weight: 'この品は重さを量る品ではありません。',
  more_than_shipped: (detail) => `届いた数（${detail.max ?? ''}）より多くは入力できません。`,
  less_needs_verdict: '〇のときは、届いた数のままにしてください。少ないときは「足りない」などを選んでください。',
  verdict_needs_less: '「足りない」「傷み」などを選んだときは、使える数をへらしてください。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
}

export function refusalText(refusal: OrderingRefusal, detail: RefusalDetail = {}): string {
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}
