import type { Slot } from '#kernel/enums.ts'
import type { FarmId, GroupBuyId, KitchenId, OrderId, PersonId, ProductId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { GroupEnding } from './group-buy.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type GroupBuyingTables = {
  groupBuys: {
    id: GroupBuyId
    /** The invitation. */
    code: string
    farmId: FarmId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    personId: PersonId
    deliveryOn: JstDate
    slot: Slot
    closesAt: Date
    leastKitchens: number
    message: string
    createdAt: Date
    endedAt: Date | null
    ending: GroupEnding | null
  }
  groupBuyKitchens: {
    groupBuyId: GroupBuyId
    kitchenId: KitchenId
    restaurantId: RestaurantId
    personId: PersonId
    joinedAt: Date
    leftAt: Date | null
    orderId: OrderId | null
    /** The code of why nothing was ordered for it. */
    refused: string | null
  }
  groupBuyLines: { groupBuyId: GroupBuyId; kitchenId: KitchenId; productId: ProductId; qty: number }
}
