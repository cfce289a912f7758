import type { Generated } from 'kysely'
import type { Category, Method, Temperature } from '#kernel/enums.ts'
import type {
  FarmId,
  KitchenId,
  PersonId,
  ProductId,
  PurchaseId,
  RequestAnswerId,
  RequestId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { AnswerState, BoxSize, RequestState } from '#kernel/request-enums.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type SourcingTables = {
  requests: {
    id: RequestId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    personId: PersonId
    words: string
    itemKey: string | null
    category: Category
    qty: number
    unitLabel: string
    days: JstDate[]
    ceilingYen: Yen | null
    method: Exclude<Method, 'conventional'> | null
    note: Generated<string>
    answerUntil: Date
    lastOrderAt: Date
    timerAt: Date | null
    state: RequestState
    version: Generated<number>
    createdAt: Date
    closedAt: Date | null
    removedReason: string | null
    acceptedAnswerId: RequestAnswerId | null
    purchaseId: PurchaseId | null
  }
  requestFarms: { requestId: RequestId; farmId: FarmId; toldAt: Date }
  requestAnswers: {
    id: RequestAnswerId
    requestId: RequestId
    farmId: FarmId
    personId: PersonId
    state: AnswerState
    priceYen: Yen | null
    qty: number | null
    deliveryOn: JstDate | null
    method: Method | null
    temperature: Temperature | null
    boxSize: BoxSize | null
    words: Generated<string>
    version: Generated<number>
    answeredAt: Date
    productId: ProductId | null
    putAwayAt: Date | null
  }
}
