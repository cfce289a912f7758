import type { ClaimReason, ClaimWish, CostBearer, RemedyKind } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { ClaimRefusal } from '../claim-process.ts'

export const claimReasonWord: Record<ClaimReason, string> = {
  short: '足りない',
  damaged: '傷み・破損',
  spoiled: '腐り・カビ',
  wrong: '品ちがい',
  temperature: '温度',
  not_arrived: '届かない',
  sent_back: '配送（荷物がもどった）',
}

/** For a claim that is not about one line. */
export const wholeOrderWord = '荷物ぜんぶ'

export const remedyWord: Record<RemedyKind, string> = {
  credit: '次回の請求から引く',
  price_reduction: '値引き（品は使う）',
  replacement: '次のお届けで、かわりを送る',
  refund: '返金する',
  none: '応じない',
}

export const wishWord: Record<ClaimWish, string> = {
  credit: '次回の請求から引く',
  price_reduction: '値引きしてもらって使う',
  replacement: '次のお届けで、かわりがほしい',
  refund: '返金してほしい',
}

export const bearerWord: Record<CostBearer, string> = {
  farm: '農園',
  carrier: '配送会社',
  platform: '運営',
  buyer: '飲食店',
}

/** 値引き（品は使う）50％・¥750 */
export const remedyText = (kind: RemedyKind, percent: number, yenOf: number): string =>
  kind === 'none' || kind === 'replacement'
    ? remedyWord[kind]
    : `${remedyWord[kind]}${percent < 100 ? `・${percent}％` : ''}（${formatNumber(yenOf)}円・税抜）`

export type ClaimingRefusal =
  | ClaimRefusal
  | IdempotencyRefusal
  | 'claimed_already'
  | 'nothing_claimed'
  | 'bad_quantity'
  | 'unknown_line'
  | 'more_than_shipped'
  | 'bad_remedy'
  | 'words_missing'
  | 'inspect_first'
  | 'not_again'
  | 'bad_limit'
  | 'photos_gone'

/** Refusals specific to claims; those shared with orders are in refusal-text.ts. */
type OnlyOfClaims = Exclude<
  ClaimingRefusal,
  | 'wrong_actor'
  | 'wrong_state'
  | 'too_late'
  | 'too_early'
  | 'key_reused'
  | 'bad_quantity'
  | 'unknown_line'
  | 'more_than_shipped'
>
export const claimSentence: Record<OnlyOfClaims, string> = {
  photo_missing: '写真を1枚つけてください（「足りない」「届かない」のときは、なくてもかまいません）。',
  not_delivered: 'まだ届いていない注文です。届いてから申し出てください。',
  other_way: 'この申し出は、もうその方法では進められません。画面を開き直してください。',
  claimed_already: 'この品のことは、もう申し出ています。',
  nothing_claimed: '使えない数が0です。足りない数や、傷んだ数を入れてください。',
  bad_remedy: '割合は1から100までの整数で入れてください（例 50）。',
  words_missing: '理由を書いてください。相手に伝わります。',
  inspect_first: 'まだ検収が終わっていません。検収の画面で、品ごとに印を変えてください。',
  not_again: 'もどった荷物のかわりは送れません。引く割合と、負担する人を決めてください。',
  bad_limit: '金額は0から100,000までの整数で入れてください（例 3000）。',
  photos_gone: '写真が見つかりません。もう一度えらんでください。',
}

/** The same codes have another meaning for claims. */
const here: Record<Exclude<ClaimingRefusal, OnlyOfClaims>, string | ((detail: RefusalDetail) => string)> = {
  wrong_actor: 'この操作ができるのは、相手の方か運営です。',
  wrong_state: 'ごらんの間に、この申し出が先に進みました。いまのようすをたしかめてください。',
  too_late: '期限をすぎました。お問い合わせから、運営にお知らせください。',
  too_early: 'まだその時刻になっていません。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
  bad_quantity: '数は0以上の整数で入力してください（例 2）。',
  unknown_line: 'この注文にない品です。画面を開き直してください。',
  more_than_shipped: (detail) => `送られた数（${detail.max ?? ''}）より多くは申し出られません。`,
}

export function claimRefusalText(refusal: ClaimingRefusal, detail: RefusalDetail = {}): string {
  const text = { ...here, ...claimSentence }[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about claims may refuse (audit-log/use-case.server.ts). */
export const claimRefusals = (...codes: ClaimingRefusal[]) => ({ codes, text: claimRefusalText })
