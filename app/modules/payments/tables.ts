import type { Json } from '#infra/db/column-types.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import type {
  AllocationId,
  CardCheckoutId,
  CardHoldId,
  CardMovementId,
  ChargeId,
  EventId,
  FarmId,
  IssuedDocumentId,
  OrderId,
  PaymentId,
  PersonId,
  RestaurantId,
} from '#kernel/ids.ts'
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
  /** The saved card is null as a whole. */
  cardCustomers: {
    restaurantId: RestaurantId
    customer: string
    method: string | null
    brand: string | null
    lastFour: string | null
    expiresOn: JstDate | null
    savedAt: Date | null
  }
  cardCheckouts: {
    id: CardCheckoutId
    restaurantId: RestaurantId
    personId: PersonId
    key: string
    input: Json<unknown>
    at: Date
  }
  cardOrders: { orderId: OrderId; at: Date; releasedAt: Date | null }
  cardHolds: {
    id: CardHoldId
    restaurantId: RestaurantId
    farmId: FarmId
    checkoutId: CardCheckoutId | null
    orderId: OrderId | null
    renews: CardHoldId | null
    yen: Yen
    state: 'asked' | 'proving' | 'held' | 'captured' | 'released' | 'failed'
    intent: string | null
    failure: string | null
    until: Date | null
    at: Date
    endedAt: Date | null
  }
  cardCharges: { chargeId: ChargeId; at: Date }
  cardMovements: {
    id: CardMovementId
    holdId: CardHoldId
    chargeId: ChargeId
    kind: 'capture' | 'refund'
    yen: Yen
    state: 'asked' | 'done' | 'failed'
    failure: string | null
    paymentId: PaymentId | null
    at: Date
    endedAt: Date | null
  }
  cardDisputes: {
    id: string
    holdId: CardHoldId
    yen: Yen
    reason: string
    state: 'open' | 'won' | 'lost'
    at: Date
    endedAt: Date | null
  }
}
