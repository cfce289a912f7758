import { ratingOfNone, type StarSum } from '#kernel/review-enums.ts'

/**
 * Lists are sorted as if everyone had this many initial reviews of this many stars (a Bayesian average): one review of
 * five stars weighs less than thirty of 4.8. 4.0 is what kitchens give an ordinary delivery; with five such reviews the
 * first few count about half. Our choice: docs/decisions/0047. `product_search.rating` begins with the same 4000.
 */
export const priorStars = ratingOfNone / 1_000
export const priorReviews = 5

/** Thousandths of a star, 1000 to 5000. Never shown: people see the plain average. */
export const ratingOf = ({ stars, reviews }: StarSum): number =>
  Math.round((1000 * (priorReviews * priorStars + stars)) / (priorReviews + reviews))
