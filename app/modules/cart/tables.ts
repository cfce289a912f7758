import type { ColumnType, Generated } from 'kysely'
import type { OnShortage, ShortageTerms, Slot } from '#kernel/enums.ts'
import type { CartId, DeliveryWayId, FarmId, KitchenId, PersonId, ProductId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type CartTables = {
  carts: {
    id: CartId
    personId: PersonId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    wishedOn: JstDate | null
  }
  cartLines: {
    cartId: CartId
    productId: ProductId
    qty: number
    onShortage: Generated<OnShortage>
    shortageTerms: ColumnType<ShortageTerms, string | undefined, string>
    seenPriceYen: Yen
    addedAt: Date
  }
  cartFarms: {
    cartId: CartId
    farmId: FarmId
    deliveryOn: JstDate | null
    slot: Slot | null
    note: Generated<string>
    /** Null: parcels of a carrier. */
    wayId: Generated<DeliveryWayId | null>
  }
}
