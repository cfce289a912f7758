import type { Generated } from 'kysely'
import type { InquiryKind, InquiryState } from '#kernel/enums.ts'
import type { AdminId, FarmId, InquiryId, OrderId, PersonId, ProductId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type SupportTables = {
  inquiryDays: { day: JstDate; n: number }
  inquiries: {
    id: InquiryId
    number: string
    kind: InquiryKind
    state: InquiryState
    version: Generated<number>
    body: string
    name: string
    email: string
    phone: string | null
    side: 'restaurant' | 'farm' | null
    organisation: string | null
    personId: PersonId | null
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    orderId: OrderId | null
    productId: ProductId | null
    sentAt: Date
    answerDueOn: JstDate
    firstAnsweredAt: Date | null
    assignedTo: AdminId | null
  }
  inquiryPhotos: { inquiryId: InquiryId; photoKey: string }
}
