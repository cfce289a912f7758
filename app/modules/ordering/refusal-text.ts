import type { OrderState } from '#kernel/enums.ts'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import { type CreditRefusal, creditSentence } from '#modules/credit/refusal-text.ts'
import { deliveryDayText, isDayReason } from '#modules/delivery/delivery-day-text.ts'
import { type ClaimingRefusal, claimSentence } from './claims/claim-labels.ts'
import { stateWord } from './order-labels.ts'
import type { ProcessRefusal } from './order-process.ts'
import { ruleOf } from './process/transitions.ts'

export type AnswerRefusal =
  | 'answer_missing'
  | 'more_than_ordered'
  | 'nothing_confirmed'
  | 'bad_quantity'
  | 'unknown_line'
export type PlaceRefusal =
  | 'cart_empty'
  | 'changed'
  | 'not_orderable'
  | 'out_of_stock'
  | 'over_order_limit'
  | CreditRefusal
  | 'card_needed'
  | 'run_full'
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
  | 'no_freight'
  | 'day_impossible'
  | 'growth_unanswered'
  | 'reschedule_impossible'
  | 'proposed_day_impossible'
  | 'shared_box'
  | 'handed_over_by_carrier'
  | 'handed_over_when'
  | 'nothing_to_hand_over'
export type AllocationRefusal = 'nothing_to_divide' | 'enough_for_all'
export type ApprovalRefusal = 'answer_first' | 'changed_since_asked' | 'nothing_to_approve'
export type PackRefusal =
  | 'more_than_confirmed'
  | 'weight_missing'
  | 'weight_not_believable'
  | 'too_light'
  | 'pieces_wrong'
  | 'scale_missing'
  | 'scale_unknown'
  | 'lot_missing'
  | 'lot_unknown'
  | 'lot_recalled'
  | 'lot_expired'
  | 'tracking_missing'
  | 'tracking_not_12_digits'
  | 'tracking_check_digit'
  | 'tracking_number_wrong'
  | 'carrier_unnamed'
  | 'tracking_page_wrong'
  | 'tracking_twice'
  | 'tracking_not_used'
  | 'parcel_unsaid'
  | 'nothing_to_ship'
  | 'not_catch_weight'
  | 'all_or_nothing'
  | 'rest_too_late'
  | 'never_divided'
  | 'no_rest'
  | 'line_whole'
  | 'unknown_parcel'
  | 'parcel_too_large'
  | 'parcel_temperature'
  | 'parcel_sum'
  | 'parcel_holds_goods'
export type CorrectRefusal =
  | 'no_correction'
  | 'more_than_billed'
  | 'above_ceiling'
  | 'correction_asked_already'
  | 'correction_not_open'
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
    `この注文は現在${stateWord[detail.state as OrderState] ? `「${stateWord[detail.state as OrderState]}」のため` : '別の状態のため'}、この操作はできません。画面を開き直してください。`,
  card_needed:
    'カードの利用枠を確保できていないため、注文はまだ確定していません。画面を開き直して、もう一度お試しください。',
  run_full: 'この日の共同便は満載になりました。数量を減らすか、別の日または宅配便に変更してください。',
  wrong_actor: 'この操作ができるのは、注文の相手先です。',
  too_late: 'この操作ができる時刻を過ぎました。相手先に連絡してください。',
  too_early: 'まだその時刻になっていません。',
  cancel_asked_already: 'すでにキャンセルを依頼しています。農園の回答をお待ちください。',
  cancel_not_asked: 'この注文には、キャンセル依頼がありません。画面を開き直してください。',
  reschedule_asked_already:
    'すでにお届けの変更を依頼しています。農園の回答を待つか、依頼を取り下げてから、もう一度依頼してください。',
  reschedule_not_asked: 'この注文には、お届けの変更依頼がありません。画面を開き直してください。',
  day_not_proposed: 'この注文には、別のお届け日の提案がありません。画面を開き直してください。',
  accepted_already: '受注済みの注文が変更されたものです。増えた分のみ辞退できます。',
  nothing_to_undo: '取り消せる回答がありません。画面を再度開いてください。',
  never_accepted: 'この注文は、まだ受注していません。画面を開き直してください。',
  changed_meanwhile: '表示中に、この注文が変更されました。最新の内容を確認し、もう一度操作してください。',
  nothing_changed: '変更箇所がありません。内容を変更してから押してください。',
  nothing_left: `すべてキャンセルする場合は「${ruleOf('cancel').button}」を押してください。`,
  below_minimum: (detail) => `${detail.min ?? ''}から注文できます。数量を増やすか、0にしてください。`,
  above_maximum: (detail) => `一度に注文できるのは${detail.max ?? ''}までです。数量を減らしてください。`,
  wrong_step: (detail) => `${detail.step ?? ''}単位で注文できます。数量を変更してください。`,
  not_listed: 'この商品は現在販売していないため、数量を増やせません。',
  below_min_order: (detail) =>
    `この農園の最低注文金額（${detail.min ? formatNumber(Number(detail.min)) : ''}円・税抜）を下回ります。すべてキャンセルする場合は、注文をキャンセルしてください。`,
  below_price_step: (detail) =>
    `この価格は${detail.min ?? ''}から適用されます。それより少なくする場合は、0にしてから、かごで改めて注文してください。`,
  too_big_to_ship: 'サイズが大きすぎて発送できません。数量を減らしてください。',
  no_freight: 'この農園からの送料が設定されていないため、現在は変更できません。',
  day_impossible: ({ reason }) =>
    typeof reason === 'string' && isDayReason(reason)
      ? deliveryDayText[reason].long
      : 'その日にはお届けできません。別の日を選択してください。',
  growth_unanswered:
    '増えた分について、農園の回答を待っています。お届け日は、農園の回答後に変更できます。時間帯と備考は、現在も変更できます。',
  handed_over_by_carrier: '送り状番号のある荷物の納品は、配送会社の追跡か飲食店の検収で記録されます。',
  handed_over_when: '納品の時刻は、出荷から現在までの間で入力してください。',
  nothing_to_hand_over:
    'このお届け先に、納品を記録できる注文はありません。すでに納品済み・検収済みか、まだ出荷されていません。',
  shared_box: '共同購入のご注文は、他の店舗の商品と1つの荷物で届くため、お届け日と時間帯を変更できません。',
  reschedule_impossible:
    '変更後の日は、同じ飲食店の別の注文があるか、商品が不足しているため、承諾できません。変更せずに出荷するか、飲食店にご連絡ください。',
  proposed_day_impossible:
    'この日は、同じ農園の別のご注文があるか、商品が不足しているため、変更できません。お届け日を変更しないか、農園にご連絡ください。',
  nothing_to_divide: 'その日に出荷するこの商品の注文はありません。画面を開き直してください。',
  enough_for_all: 'すべての注文に対して足りています。配分の必要はありません。',
  all_or_nothing: `飲食店の指示は「全数そろわない場合、この農園の注文をキャンセルする」です。出荷できない場合は「${ruleOf('giveUp').button}」を押してください。`,
  // of a line, and where it is not typed, it is chosen from a list
  reason_missing: ({ line, chosen }) =>
    line || chosen
      ? '理由を選択してください。相手先に通知されます。'
      : '理由を入力してください。内容は相手先に通知されます。',
  more_than_ordered: (detail) => `注文数量を超えることはできません。${detail.max ?? ''}以下の数量を入力してください。`,
  answer_missing: '回答を選択していない商品があります。商品ごとに選択してください。',
  nothing_confirmed: `1点も出荷できない場合は「${ruleOf('decline').button}」を押してください。`,
  bad_quantity: '数量は0以上の整数で入力してください（例 12）。',
  unknown_line: 'この注文に含まれない商品です。画面を開き直してください。',
  cart_empty: 'かごは空です。すでに注文が完了しているか、別の画面で空になっています。',
  changed: '表示中の内容から変更された箇所があります。確認のうえ、もう一度押してください。まだ注文は確定していません。',
  not_orderable: 'このままでは注文できない商品があります。マークのある商品を修正してください。',
  out_of_stock: '在庫が不足している商品があります。数量を減らすか、その商品を削除してください。',
  over_order_limit: (detail) =>
    `注文できる上限${detail.limit ? `（${formatNumber(Number(detail.limit))}円）` : ''}を超えています。店長に承認を依頼するか、店長が注文してください。`,
  ...creditSentence,
  answer_first: (detail) =>
    `同じ日のこの農園の注文（${detail.number ?? ''}）に、農園から変更依頼が届いています。先にそちらに回答してから、承認してください。`,
  changed_since_asked:
    '承認依頼の後に、売り切れ、または価格やお届け可能日が変更された商品があります。差し戻して、改めて注文を依頼してください。',
  nothing_to_approve: 'この注文は、すでに承認または差し戻しされています。画面を開き直してください。',
  more_than_confirmed: (detail) => `確定した数量（${detail.max ?? ''}）を超えて出荷することはできません。`,
  weight_missing: '計量していない商品があります。重さを入力してください。',
  weight_not_believable: '重さが通常と大きく異なります。単位（kg）を確認し、もう一度入力してください。',
  too_light: (detail) =>
    `規定の重さより軽いです（下限 ${detail.lowerKg ?? ''}kg）。数量を減らすか、不足の理由を選択してください。`,
  lot_missing: '収穫分（ロット）を選択してください。',
  lot_expired: 'この収穫分は賞味期限を過ぎているため、出荷できません。別の収穫分で箱詰めし直してください。',
  pieces_wrong: '1つずつの重さを、数量の分だけ入力してください。合計が、全体の重さになります。',
  scale_missing:
    '検査の期限内の取引用はかりが登録されていないため、計量を記録できません。「はかり」の画面で登録してください。',
  scale_unknown: 'このはかりは使用できません。検査の期限内のはかりを選択してください。',
  lot_recalled: 'この収穫分は回収中のため、出荷できません。別の収穫分で箱詰めし直してください。',
  lot_unknown: 'その商品のロットではありません。選択し直してください。',
  tracking_missing: '送り状番号を入力してください（個口ごとに12桁）。',
  tracking_not_12_digits: '送り状番号は12桁の数字です。入力内容を確認してください。',
  tracking_number_wrong: '送り状番号は、英数字4〜20文字で入力してください。',
  carrier_unnamed: '配送会社名を40文字以内で入力してください。',
  tracking_page_wrong: '荷物追跡ページのアドレスとして読み込めません。ページを開いて、アドレスをコピーしてください。',
  tracking_check_digit:
    '送り状番号の末尾の1桁が一致しません。送り状と見比べ、正しい場合は「この番号で間違いない」を選択してください。',
  tracking_twice:
    '他の個口と同じ送り状番号です。送り状と見比べ、正しい場合は「この番号で間違いない」を選択してください。',
  tracking_not_used: 'この個口は送り状番号なしで出荷します。番号を消してください。',
  parcel_unsaid: '出荷する個口を選択してください。',
  nothing_to_ship: '出荷する商品がありません。',
  not_catch_weight: 'この商品は計量する商品ではありません。',
  rest_too_late: (detail) =>
    `残りのお届け日は、飲食店の指定した日${typeof detail.last === 'string' ? `（${formatDay(jstDate(detail.last))}）` : ''}までの中から選択してください。`,
  never_divided:
    'この飲食店は、分割でのお届けを希望していません。全数をそろえて出荷するか、出荷できる数量のみ出荷してください。',
  no_rest: `残りがありません。すべて出荷する場合は「${ruleOf('ship').button}」を押してください。`,
  line_whole:
    '飲食店の希望により、この商品は分けて出荷できません。先にすべて出荷するか、先に出荷する数量を0にしてください。',
  unknown_parcel: 'この注文に含まれない個口です。画面を開き直してください。',
  parcel_too_large: (detail) =>
    `クール便のサイズは${detail.max ?? ''}サイズまでです。サイズまたは温度帯を変更してください。`,
  parcel_temperature: '温度帯の異なる商品は、同じ個口に入れられません。同じ温度帯の個口に入れてください。',
  parcel_sum: (detail) =>
    `「${detail.name ?? ''}」は合計${detail.qty ?? ''}${detail.unit ?? ''}を個口に入れてください（現在${detail.sum ?? ''}${detail.unit ?? ''}）。`,
  parcel_holds_goods: '商品が入っている個口です。先に、商品を別の個口に移してください。',
  no_correction: '修正する金額がありません。差し引く金額（または加算する金額）を入力してください。',
  more_than_billed: (detail) =>
    `請求した金額（${formatNumber(Number(detail.max ?? 0))}円・税抜）を超えて差し引くことはできません。`,
  above_ceiling: (detail) =>
    `飲食店に約束した上限を超えます。加算できるのは${formatNumber(Number(detail.max ?? 0))}円（税抜）までです。`,
  correction_asked_already:
    'すでに訂正・返品を依頼しています。飲食店の回答を待つか、依頼を取り下げてから、もう一度依頼してください。',
  correction_not_open: 'この依頼は、すでに回答または取り下げられたか、期限が過ぎています。画面を開き直してください。',
  more_than_shipped: (detail) => `届いた数量（${detail.max ?? ''}）を超えて入力することはできません。`,
  less_needs_verdict: '〇の場合は、届いた数量のままにしてください。少ない場合は「不足」などを選択してください。',
  verdict_needs_less: '「不足」「傷み」などを選択した場合は、良品数を減らしてください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
  ...claimSentence,
}

export function refusalText(refusal: OrderingRefusal, detail: RefusalDetail = {}): string {
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about orders may refuse (audit-log/use-case.server.ts). */
export const orderRefusals = (...codes: OrderingRefusal[]) => ({ codes, text: refusalText })
