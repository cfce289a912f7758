import type { OrderState, Side } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { ReviewReportReason, StarCount } from '#kernel/review-enums.ts'
import { lengthOf } from '#kernel/text.ts'
import type { ReviewRefusal } from './refusal-text.ts'

/**
 * Days in Japan, after the one on which an order became final, in which a review may be written. Our choice:
 * decisions/0047.
 */
export const writingDays = 14
/** Days after an order became final until a side that has not written is reminded, once. */
const remindAfterDays = 3

/** In user-perceived characters. */
export const longest = { words: 500, voice: 200, reply: 300, report: 400, reason: 400 } as const

/** The meaning of each number of stars. */
export const starWords: Record<StarCount, string> = {
  1: 'とても悪い',
  2: '悪い',
  3: '普通',
  4: '良い',
  5: 'とても良い',
}

export const starCounts = [1, 2, 3, 4, 5] as const satisfies readonly StarCount[]
export const parseStars = (text: unknown): StarCount | null =>
  starCounts.find((stars) => String(stars) === String(text)) ?? null

export const reportReasonWord: Record<ReviewReportReason | 'word', string> = {
  rude: '不適切な発言・嫌がらせ',
  untrue: '事実と異なる',
  private: '氏名や電話番号などの個人情報',
  other: 'その他',
  word: '監視対象の語句',
}

/** Replaces the name of an organisation that has left. */
export const leftWord: Record<Side, string> = { restaurant: '退会した飲食店', farm: '退会した農園' }

/** A farm's usual replies to a review. */
export const quickThanks = [
  'ありがとうございます。またお送りします。',
  'うれしいお声をありがとうございます。農園の皆で拝読しました。',
  'ご指摘ありがとうございます。次回のお届けから改善します。',
] as const

/** A kitchen's usual comments on a delivery; each is added to the field, where it can be changed. */
export const quickVoices = [
  '鮮度が良く、品質もそろっていました。',
  '梱包が丁寧で、傷みはありませんでした。',
  '味が良く、料理に使いやすい商品でした。',
] as const

/** A farm's usual comments on a kitchen; each fills the field, where the farm can change it. */
export const quickWords = [
  '受け取りが早く、連絡も丁寧でした。',
  '数量や日程が早めに決まり、準備しやすかったです。',
  '届いた商品の感想をいただき、励みになりました。',
] as const

/** The last day for writing about an order that became final then. */
export const lastWritingDay = (finalizedAt: Date): JstDate => addDays(jstDateOf(finalizedAt), writingDays)

/** Midnight after that day: from here writing is closed, and what was written is shown. */
export const closesAt = (finalizedAt: Date): Date => momentOf(lastWritingDay(finalizedAt), 24 * 60)

/**
 * From when the reviews of an order are shown, both together: as soon as both sides have written, else once writing is
 * closed, so that no review can be a response to the other. Null: neither side has written.
 */
export function shownFrom(finalizedAt: Date, written: Partial<Record<Side, Date>>): Date | null {
  const { restaurant, farm } = written
  if (!restaurant && !farm) return null
  return restaurant && farm ? new Date(Math.max(restaurant.getTime(), farm.getTime())) : closesAt(finalizedAt)
}

export type ReviewedOrder = {
  state: OrderState
  finalizedAt: Date | null
  /** A free replacement after a claim about another order: that one is reviewed. */
  isReplacement: boolean
}

/** Whether a side may write or change its review now: only real, finished orders, while nothing is shown. */
export function refusalOfWriting(
  order: ReviewedOrder,
  own: { shownFrom: Date } | null,
  now: Date,
): ReviewRefusal | null {
  if (order.state !== 'finalized' || !order.finalizedAt || order.isReplacement) return 'not_finalized'
  if (own && own.shownFrom <= now) return 'shown_already'
  return now >= closesAt(order.finalizedAt) ? 'too_late' : null
}

/** The viewer: the side that wrote, the side that it is about, others, or staff. */
export type CatalogViewer = 'writer' | 'other' | 'public' | 'staff'

/**
 * Before it is shown only its writer and staff see it; if hidden by staff, its writer still reads it, with the reason.
 */
export function maySee(
  review: { side: Side; shownFrom: Date; hiddenAt: Date | null },
  looker: CatalogViewer,
  now: Date,
): boolean {
  if (looker === 'staff' || looker === 'writer') return true
  if (review.shownFrom > now || review.hiddenAt) return false
  // reviews by farms are for that kitchen, not for the market
  return looker === 'other' || review.side === 'restaurant'
}

export type WrittenReview = { stars: StarCount; words: string; voices: readonly WrittenVoice[] }
export type WrittenVoice<Id = string> = { productId: Id; stars: StarCount | null; words: string }

/** Why a text cannot be saved; null if it can. Stars alone are a review. */
export function refusalOfWords({ words, voices }: WrittenReview): ReviewRefusal | null {
  if (lengthOf(words) > longest.words) return 'too_long'
  return voices.some((voice) => lengthOf(voice.words) > longest.voice) ? 'voice_too_long' : null
}

/**
 * The days on which orders became final that are reminded today: three days ago, or earlier if the reminder was missed,
 * while at least two days are left. Both included.
 */
export const finalDaysToRemind = (today: JstDate): { from: JstDate; to: JstDate } => ({
  from: addDays(today, 2 - writingDays),
  to: addDays(today, -remindAfterDays),
})
