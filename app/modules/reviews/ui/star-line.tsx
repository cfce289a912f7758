import type { StarCount } from '#kernel/review-enums.ts'
import { starWords } from '../review.ts'

/** ★★★★☆ of one review, with text for screen readers. */
export const StarLine = ({ stars }: { stars: StarCount }) => (
  <span className="whitespace-nowrap">
    <span aria-hidden="true">
      {'★'.repeat(stars)}
      {'☆'.repeat(5 - stars)}
    </span>
    <span className="visually-hidden">
      星{stars}（{starWords[stars]}）
    </span>
  </span>
)
