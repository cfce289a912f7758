import type { Generated } from 'kysely'
import type { Side } from '#kernel/enums.ts'
import type {
  AdminId,
  FarmId,
  OrderId,
  PersonId,
  ProductId,
  RestaurantId,
  ReviewId,
  ReviewReportId,
} from '#kernel/ids.ts'
import type { ReviewReportReason, StarCount } from '#kernel/review-enums.ts'

/** The tables of db/migrations/0047-reviews.sql. */
export type ReviewTables = {
  reviews: {
    id: ReviewId
    order_id: OrderId
    /** Its author; it is about the other side. */
    side: Side
    farm_id: FarmId
    restaurant_id: RestaurantId
    person_id: PersonId
    stars: StarCount
    words: string
    written_at: Date
    changed_at: Date | null
    /** From this moment others see it, and it cannot be changed. */
    shown_from: Date
    told_at: Date | null
    reply: string | null
    replied_at: Date | null
    replied_by: PersonId | null
    hidden_at: Date | null
    hidden_reason: string | null
  }
  review_voices: { review_id: ReviewId; product_id: ProductId; stars: StarCount | null; words: Generated<string> }
  review_reports: {
    id: ReviewReportId
    review_id: ReviewId
    person_id: PersonId | null
    reason: ReviewReportReason | 'word'
    words: Generated<string>
    at: Date
    closed_at: Date | null
    closed_by: AdminId | null
    verdict: string | null
  }
  review_reminders: { order_id: OrderId; side: Side; at: Date }
  farm_stars: { farm_id: FarmId; reviews: number; stars: number; rating: number }
  product_stars: { product_id: ProductId; reviews: number; stars: number; rating: number }
  restaurant_stars: { restaurant_id: RestaurantId; reviews: number; stars: number }
}
