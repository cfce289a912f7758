/** Reasons for reporting a review. */
export const reviewReportReasons = ['rude', 'untrue', 'private', 'other'] as const
export type ReviewReportReason = (typeof reviewReportReasons)[number]

/** A rating: whole stars, one to five. */
export type StarCount = 1 | 2 | 3 | 4 | 5

/** Ratings aggregated: their sum and their number. */
export type StarSum = { stars: number; reviews: number }

/** 4.6 of 12: one decimal, as shown everywhere. */
export const averageText = ({ stars, reviews }: StarSum): string => (Math.round((stars / reviews) * 10) / 10).toFixed(1)

/** The sort value of what has no rating: thousandths of a star (reviews/stars.ts). */
export const ratingOfNone = 4_000
