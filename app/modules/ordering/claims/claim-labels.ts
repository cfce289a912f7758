import type { ClaimReason, ClaimWish, CostBearer, RemedyKind } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { ClaimRefusal } from '../claim-process.ts'

export const claimReasonWord: Record<ClaimReason, string> = {
  short: '不足',
  damaged: '傷み・破損',
  spoiled: '腐り・カビ',
  wrong: '商品違い',
  temperature: '温度',
  not_arrived: '未着',
  sent_back: '配送（返送）',
}

/** For a claim that is not about one line. */
export const wholeOrderWord = '荷物全体'

export const remedyWord: Record<RemedyKind, string> = {
  credit: '次回請求から差し引き',
  price_reduction: '値引き（商品は使用）',
  replacement: '次回のお届けで代替品を送付',
  refund: '返金',
  none: '応じない',
}

export const wishWord: Record<ClaimWish, string> = {
  credit: '次回請求から差し引き',
  price_reduction: '値引きで使用',
  replacement: '次回のお届けで代替品を希望',
  refund: '返金を希望',
}

export const bearerWord: Record<CostBearer, string> = {
  farm: '農園',
  carrier: '配送会社',
  platform: '運営',
  buyer: '飲食店',
}

/** 値引き（商品は使用）・50％（750円・税抜） */
export const remedyText = (kind: RemedyKind, percent: number, yenOf: number | null): string =>
  kind === 'none' || kind === 'replacement'
    ? remedyWord[kind]
    : `${remedyWord[kind]}${percent < 100 ? `・${percent}％` : ''}${yenOf === null ? '' : `（${formatNumber(yenOf)}円・税抜）`}`

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
  photo_missing: '写真を1枚追加してください（「不足」「未着」の場合は不要です）。',
  not_delivered: 'まだ届いていない注文です。届いてから報告してください。',
  other_way: 'この報告は、すでにその操作ができない状態です。画面を開き直してください。',
  claimed_already: 'この商品はすでに報告済みです。',
  nothing_claimed: '良品数が出荷された数量と同じです。不良・欠品を除いた数量を入力してください。',
  bad_remedy: '割合は1から100までの整数で入力してください（例 50）。',
  words_missing: '理由を入力してください。相手先に通知されます。',
  inspect_first: 'まだ検収が終わっていません。検収画面で、商品ごとに結果を変更してください。',
  not_again: '返送された荷物の代替品は送れません。差し引く割合と、負担者を選択してください。',
  bad_limit: '金額は0から100,000までの整数で入力してください（例 3000）。',
  photos_gone: '写真が見つかりません。もう一度選択してください。',
}

/** The same codes have another meaning for claims. */
const here: Record<Exclude<ClaimingRefusal, OnlyOfClaims>, string | ((detail: RefusalDetail) => string)> = {
  wrong_actor: 'この操作ができるのは、相手先または運営です。',
  wrong_state: '表示中に、この報告の状況が変わりました。最新の状況を確認してください。',
  too_late: '期限を過ぎました。お問い合わせから運営にご連絡ください。',
  too_early: 'まだその時刻になっていません。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
  bad_quantity: '数量は0以上の整数で入力してください（例 2）。',
  unknown_line: 'この注文に含まれない商品です。画面を開き直してください。',
  more_than_shipped: (detail) => `出荷された数量（${detail.max ?? ''}）を超えて報告することはできません。`,
}

export function claimRefusalText(refusal: ClaimingRefusal, detail: RefusalDetail = {}): string {
  const text = { ...here, ...claimSentence }[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about claims may refuse (audit-log/use-case.server.ts). */
export const claimRefusals = (...codes: ClaimingRefusal[]) => ({ codes, text: claimRefusalText })
