import type { Generated } from 'kysely'
import type { OrderState } from '#kernel/enums.ts'
import type {
  EventId,
  FarmId,
  KitchenId,
  LotId,
  OrderId,
  OrderLineId,
  ProductId,
  RecallId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'

/** Shipped lots, and recalls of lots (migration 0045). */
export type RecallTables = {
  sentLots: {
    lotId: LotId
    qty: number
    code: string
    harvestedOn: JstDate
    bestBeforeOn: JstDate | null
    productId: ProductId
    orderLineId: OrderLineId
    ordinal: number
    name: string
    unitLabel: string
    shippedQty: number | null
    receivedQty: number | null
    orderId: OrderId
    number: string
    state: OrderState
    farmId: FarmId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    shipOn: JstDate
    deliveryOn: JstDate
    deliveredAt: Date | null
  }
  recalls: {
    id: RecallId
    number: Generated<number>
    farmId: FarmId
    rehearsal: boolean
    reason: string
    handling: RecallHandling
    instructions: string
    eventId: EventId
    begunAt: Date
    begunBy: string
    behalfReason: string | null
    closedAt: Date | null
    closedBy: string | null
    report: string | null
  }
  recallLots: { recallId: RecallId; lotId: LotId }
  recallLines: {
    recallId: RecallId
    lotId: LotId
    orderLineId: OrderLineId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    qty: number
  }
  recallTargets: {
    recallId: RecallId
    restaurantId: RestaurantId
    toldPeople: number
    toldAt: Date | null
    readAt: Date | null
    readBy: string | null
    answer: RecallAnswer | null
    answeredAt: Date | null
  }
  recallAnswers: {
    id: Generated<number>
    recallId: RecallId
    restaurantId: RestaurantId
    answer: RecallAnswer
    note: string
    heard: boolean
    saidBy: string
    eventId: EventId
    at: Date
  }
}
