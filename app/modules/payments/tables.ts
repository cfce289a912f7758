import type { PaymentMethod } from '#kernel/enums.ts'
import type { AllocationId, EventId, IssuedDocumentId, PaymentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PaymentsTables = {
  payments: {
    id: PaymentId
    eventKey: string
    method: PaymentMethod
    receivedOn: JstDate
    yen: Yen
    payer: string
    at: Date
  }
  /** Without a document: credit of the restaurant for its next invoice. */
  paymentAllocations: {
    id: AllocationId
    paymentId: PaymentId
    restaurantId: RestaurantId
    documentId: IssuedDocumentId | null
    yen: Yen
    reason: string
    reverses: AllocationId | null
    eventId: EventId | null
    at: Date
  }
}
