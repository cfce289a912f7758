/** Why somebody reports a review. */
export const reviewReportReasons = ['rude', 'untrue', 'private', 'other'] as const
export type ReviewReportReason = (typeof reviewReportReasons)[number]

/** What a review gives: whole stars, one to five. */
export type StarCount = 1 | 2 | 3 | 4 | 5

/** Stars that many gave: their sum, and how many they are. */
export type StarSum = { stars: number; reviews: number }

/** 4.6 of 12: to one decimal, as it is shown everywhere. */
export const averageText = ({ stars, reviews }: StarSum): string => (Math.round((stars / reviews) * 10) / 10).toFixed(1)

/** What nobody has rated stands in lists where an ordinary one stands: thousandths of a star (reviews/stars.ts). */
export const ratingOfNone = 4_000
