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

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type ReviewsTables = {
  reviews: {
    id: ReviewId
    orderId: OrderId
    /** Its author; it is about the other side. */
    side: Side
    farmId: FarmId
    restaurantId: RestaurantId
    personId: PersonId
    stars: StarCount
    words: string
    writtenAt: Date
    changedAt: Date | null
    /** From this moment others see it, and it cannot be changed. */
    shownFrom: Date
    toldAt: Date | null
    reply: string | null
    repliedAt: Date | null
    repliedBy: PersonId | null
    hiddenAt: Date | null
    hiddenReason: string | null
  }
  reviewVoices: { reviewId: ReviewId; productId: ProductId; stars: StarCount | null; words: Generated<string> }
  reviewReports: {
    id: ReviewReportId
    reviewId: ReviewId
    personId: PersonId | null
    reason: ReviewReportReason | 'word'
    words: Generated<string>
    at: Date
    closedAt: Date | null
    closedBy: AdminId | null
    verdict: string | null
  }
  reviewReminders: { orderId: OrderId; side: Side; at: Date }
  farmStars: { farmId: FarmId; reviews: number; stars: number; rating: number }
  productStars: { productId: ProductId; reviews: number; stars: number; rating: number }
  restaurantStars: { restaurantId: RestaurantId; reviews: number; stars: number }
}
