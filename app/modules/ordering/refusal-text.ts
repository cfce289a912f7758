import type { OrderState } from '#kernel/enums.ts'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import { type ClaimingRefusal, claimSentence } from './claims/claim-labels.ts'
import { stateWord } from './order-labels.ts'
import type { ProcessRefusal } from './order-process.ts'
import { ruleOf } from './process/transitions.ts'

export type AnswerRefusal = 'more_than_ordered' | 'nothing_confirmed' | 'bad_quantity' | 'unknown_line'
export type PlaceRefusal = 'cart_empty' | 'changed' | 'not_orderable' | 'out_of_stock' | 'over_order_limit'
export type ChangeRefusal =
  | 'changed_meanwhile'
  | 'nothing_changed'
  | 'nothing_left'
  | 'below_minimum'
  | 'above_maximum'
  | 'wrong_step'
  | 'not_listed'
  | 'below_min_order'
  | 'below_price_step'
  | 'too_big_to_ship'
export type AllocationRefusal = 'nothing_to_divide' | 'enough_for_all'
export type ApprovalRefusal = 'answer_first' | 'changed_since_asked' | 'nothing_to_approve'
export type PackRefusal =
  | 'more_than_confirmed'
  | 'weight_missing'
  | 'weight_not_believable'
  | 'too_light'
  | 'lot_missing'
  | 'lot_unknown'
  | 'lot_recalled'
  | 'tracking_missing'
  | 'tracking_not_12_digits'
  | 'tracking_check_digit'
  | 'nothing_to_ship'
  | 'not_catch_weight'
  | 'all_or_nothing'
  | 'rest_too_late'
  | 'never_divided'
  | 'no_rest'
  | 'line_whole'
export type CorrectRefusal = 'no_correction' | 'more_than_billed' | 'above_ceiling'
export type ReceiveRefusal = 'more_than_shipped' | 'verdict_needs_less' | 'less_needs_verdict'

export type OrderingRefusal =
  | ProcessRefusal
  | AnswerRefusal
  | PlaceRefusal
  | ApprovalRefusal
  | ChangeRefusal
  | AllocationRefusal
  | PackRefusal
  | ReceiveRefusal
  | CorrectRefusal
  | ClaimingRefusal
  | IdempotencyRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<OrderingRefusal, string | ((detail: RefusalDetail) => string)> = {
  wrong_state: (detail) =>
    `この注文はいま${stateWord[detail.state as OrderState] ? `「${stateWord[detail.state as OrderState]}」なので` : '別の状態なので'}、この操作はできません。画面を開き直してください。`,
  wrong_actor: 'この操作ができるのは、注文の相手側です。',
  too_late: 'この操作ができる時刻をすぎました。相手に連絡してください。',
  too_early: 'まだその時刻になっていません。',
  cancel_asked_already: 'もう取り消しを頼んであります。農園の返事を待ってください。',
  cancel_not_asked: 'この注文は、取り消しを頼まれていません。画面を開き直してください。',
  accepted_already: '前に受けた注文が変わったものです。ふえた分だけを、ことわれます。',
  never_accepted: 'この注文は、まだ一度も受けていません。画面を開き直してください。',
  changed_meanwhile: 'ごらんの間に、この注文が変わりました。いまの内容をたしかめて、もう一度押してください。',
  nothing_changed: '変わったところがありません。数を変えてから押してください。',
  nothing_left: `ぜんぶやめるときは「${ruleOf('cancel').button}」を押してください。`,
  below_minimum: (detail) => `${detail.min ?? ''}から注文できます。数をふやすか、0にしてください。`,
  above_maximum: (detail) => `一度に注文できるのは${detail.max ?? ''}までです。数をへらしてください。`,
  wrong_step: (detail) => `${detail.step ?? ''}ずつ注文できます。数を直してください。`,
  not_listed: 'この品はいま販売していないので、ふやせません。',
  below_min_order: (detail) =>
    `この農園の最低注文（${detail.min ? formatNumber(Number(detail.min)) : ''}円・税抜）に足りなくなります。ぜんぶやめるときは、注文を取り消してください。`,
  below_price_step: (detail) =>
    `この値段は${detail.min ?? ''}からです。それより少なくするときは、0にしてから、かごで注文しなおしてください。`,
  too_big_to_ship: '大きすぎて送れなくなります。数をへらしてください。',
  nothing_to_divide: 'その日に出すこの品の注文はありません。画面を開き直してください。',
  enough_for_all: 'ぜんぶの注文に足りています。分ける必要はありません。',
  all_or_nothing: `お店の指示は「そろわなければ、この農園の注文をやめる」です。送れないときは「${ruleOf('giveUp').button}」を押してください。`,
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
  answer_first: (detail) =>
    `同じ日のこの農園の注文（${detail.number ?? ''}）について、農園が相談しています。先にそちらに答えてから、承認してください。`,
  changed_since_asked:
    '頼まれたあとに、売り切れたり、値段や届けられる日が変わったりした品があります。差し戻して、注文しなおしてもらってください。',
  nothing_to_approve: 'この注文は、もう承認されたか、差し戻されています。画面を開き直してください。',
  more_than_confirmed: (detail) => `確定した数（${detail.max ?? ''}）より多くは送れません。`,
  weight_missing: '重さを量っていない品があります。重さを入れてください。',
  weight_not_believable: '重さがいつもと大きくちがいます。単位（kg）をたしかめて、もう一度入れてください。',
  too_light: (detail) =>
    `約束の重さより軽いです（下限 ${detail.lowerKg ?? ''}kg）。数をへらすか、足りない理由を選んでください。`,
  lot_missing: 'どの収穫分か（ロット）を選んでください。',
  lot_recalled: 'この収穫分は回収中なので、送れません。ほかの収穫分で詰め直してください。',
  lot_unknown: 'その品のロットではありません。選び直してください。',
  tracking_missing: '送り状番号を入れてください（箱ごとに12けた）。',
  tracking_not_12_digits: '送り状番号は12けたの数字です。写しちがいがないか見てください。',
  tracking_check_digit: '送り状番号がちがうようです（最後の1けたが合いません）。もう一度見てください。',
  nothing_to_ship: '送る品がひとつもありません。',
  not_catch_weight: 'この品は重さを量る品ではありません。',
  rest_too_late: (detail) =>
    `残りが届く日は、お店の決めた日${typeof detail.last === 'string' ? `（${formatDay(jstDate(detail.last))}）` : ''}までの中からえらんでください。`,
  never_divided: 'お店は、分けて届けないでほしいと決めています。ぜんぶそろえて送るか、出せる数だけ送ってください。',
  no_rest: `残りがありません。ぜんぶ送るときは「${ruleOf('ship').button}」を押してください。`,
  line_whole: 'お店の希望で、この品は分けて送れません。ぜんぶ先に送るか、先に送る数を0にしてください。',
  no_correction: '直す金額がありません。引く金額（または足す金額）を入れてください。',
  more_than_billed: (detail) =>
    `請求した金額（${formatNumber(Number(detail.max ?? 0))}円・税抜）より多くは引けません。`,
  above_ceiling: (detail) =>
    `お店に約束した上限をこえます。足せるのは${formatNumber(Number(detail.max ?? 0))}円（税抜）までです。`,
  more_than_shipped: (detail) => `届いた数（${detail.max ?? ''}）より多くは入力できません。`,
  less_needs_verdict: '〇のときは、届いた数のままにしてください。少ないときは「足りない」などを選んでください。',
  verdict_needs_less: '「足りない」「傷み」などを選んだときは、使える数をへらしてください。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
  ...claimSentence,
}

export function refusalText(refusal: OrderingRefusal, detail: RefusalDetail = {}): string {
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about orders may refuse (audit-log/use-case.server.ts). */
export const orderRefusals = (...codes: OrderingRefusal[]) => ({ codes, text: refusalText })
