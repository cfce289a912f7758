import { ratingOfNone, type StarSum } from '#kernel/review-words.ts'

/**
 * Lists are ordered as if everybody had been given so many reviews of so many stars to begin with (a Bayesian average):
 * one review of five stars says less than thirty of 4.8. 4.0 is what an ordinary delivery is worth among kitchens; with
 * five such reviews the first few are believed half-way. Our choice: docs/decisions/0047. `product_search.rating` begins
 * with the same 4000.
 */
export const priorStars = ratingOfNone / 1_000
export const priorReviews = 5

/** Thousandths of a star, 1000 to 5000. Nobody is shown it: people are shown the plain average. */
export const ratingOf = ({ stars, reviews }: StarSum): number =>
  Math.round((1000 * (priorReviews * priorStars + stars)) / (priorReviews + reviews))
