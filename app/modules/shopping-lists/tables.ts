import type { Generated } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { LeftOut, RunOutcome } from '#kernel/enums.ts'
import type {
  KitchenId,
  PersonId,
  ProductId,
  PurchaseId,
  RestaurantId,
  ShoppingListId,
  StandingOrderId,
} from '#kernel/ids.ts'
import type { JstDate, Weekday } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type ShoppingListsTables = {
  shoppingLists: {
    id: ShoppingListId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    name: string
    weekdays: Weekday[]
    position: number
    version: Generated<number>
    createdAt: Date
    changedAt: Date
  }
  shoppingListLines: {
    listId: ShoppingListId
    productId: ProductId
    position: number
    qty: number
    learns: Generated<boolean>
    addedAt: Date
  }
  standingOrders: {
    id: StandingOrderId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    listId: ShoppingListId | null
    personId: PersonId
    weekdays: Weekday[]
    ceilingYen: Yen
    nextAt: Date | null
    pausedAt: Date | null
    endedAt: Date | null
    version: Generated<number>
    createdAt: Date
    changedAt: Date
  }
  standingSkips: { standingOrderId: StandingOrderId; deliveryOn: JstDate }
  standingRuns: {
    standingOrderId: StandingOrderId
    deliveryOn: JstDate
    noticedAt: Date | null
    ranAt: Date | null
    outcome: RunOutcome | null
    purchaseId: PurchaseId | null
    leftOut: Json<LeftOut[]>
  }
}
