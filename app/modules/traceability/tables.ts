import type { ColumnType, Generated } from 'kysely'
import type { OrderState } from '#kernel/enums.ts'
import type {
  BadgeId,
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
import type { LotFacts } from '#modules/products/catalog/food-facts/lot-facts.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type TraceabilityTables = {
  badges: {
    id: BadgeId
    restaurantId: RestaurantId
    rule: 'farms' | 'organic' | 'prefecture' | 'season'
    token: string
    createdAt: Date
    /** The last calculation while it was valid. */
    knownUntil: JstDate | null
  }
  badgeLeftFarms: { badgeId: BadgeId; farmId: FarmId }
  badgeTurns: {
    badgeId: BadgeId
    /** From 1; odd ones grant it, even ones end it. */
    ordinal: number
    kind: 'granted' | 'ended'
    ruleVersion: number
    fromOn: JstDate
    untilOn: JstDate
    eventId: EventId
    at: Date
  }
  badgeChecks: { restaurantId: RestaurantId | null; farmId: FarmId | null; dueAt: Generated<Date> }
  badgeKeys: {
    kid: string
    publicX: string
    sealedPrivate: string | null
    createdAt: Date
    retiredAt: Date | null
  }
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
  lots: {
    id: LotId
    farmId: FarmId
    productId: ProductId
    code: string
    harvestedOn: JstDate
    bestBeforeOn: JstDate | null
    createdAt: Date
    qty: number | null
    note: Generated<string>
    /** What the law wants to be said of a harvest: 個体識別番号, 採卵日 … (products/catalog/food-facts). */
    facts: ColumnType<LotFacts, LotFacts | undefined, LotFacts>
    recalledAt: Generated<Date | null>
  }
  /** `namedAt`: null before this was recorded. */
  lineLots: { orderLineId: OrderLineId; lotId: LotId; qty: number; namedAt: Generated<Date | null> }
}
