import { expect, test } from 'vitest'
import { averageText } from '#kernel/review-enums.ts'
import { priorReviews, priorStars, ratingOf } from './stars.ts'

/** Calculated independently: (5 × 4.0 + sum) ÷ (5 + count), in thousandths. */
test.each([
  // no reviews yet: the mean
  [0, 0, 4_000],
  // (20 + 5) ÷ 6 = 4.1666…
  [5, 1, 4_167],
  // (20 + 1) ÷ 6 = 3.5
  [1, 1, 3_500],
  // (20 + 23) ÷ 10 = 4.3
  [23, 5, 4_300],
  // thirty of 4.8: (20 + 144) ÷ 35 = 4.6857…
  [144, 30, 4_686],
  // (20 + 500) ÷ 105 = 4.9523…
  [500, 100, 4_952],
])('%i stars of %i reviews are worth %i', (stars, reviews, rating) => {
  expect(ratingOf({ stars, reviews })).toBe(rating)
})

test('many good reviews rank above one perfect one, and one bad one not below many average ones', () => {
  expect(ratingOf({ stars: 144, reviews: 30 })).toBeGreaterThan(ratingOf({ stars: 5, reviews: 1 }))
  expect(ratingOf({ stars: 1, reviews: 1 })).toBeGreaterThan(ratingOf({ stars: 90, reviews: 30 }))
})

test('the constants are the documented ones', () => {
  expect([priorStars, priorReviews]).toEqual([4, 5])
})

test.each([
  [5, 1, '5.0'],
  [14, 3, '4.7'],
  [93, 20, '4.7'],
  [1, 1, '1.0'],
])('people are shown the plain average: %i of %i is %s', (stars, reviews, text) => {
  expect(averageText({ stars, reviews })).toBe(text)
})
