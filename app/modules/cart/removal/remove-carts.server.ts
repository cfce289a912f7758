import type { DbOrTx } from '#authorization/ctx.ts'
import type { KitchenId, PersonId, RestaurantId } from '#kernel/ids.ts'

/** The kitchen is being closed. */
export async function removeCartsOfKitchen(db: DbOrTx, kitchenId: KitchenId): Promise<void> {
  await db.deleteFrom('carts').where('kitchenId', '=', kitchenId).execute()
}

/** The person is no longer a member. */
export async function removeCartsOfMember(
  db: DbOrTx,
  { personId, restaurantId }: { personId: PersonId; restaurantId: RestaurantId },
): Promise<void> {
  await db.deleteFrom('carts').where('personId', '=', personId).where('restaurantId', '=', restaurantId).execute()
}
