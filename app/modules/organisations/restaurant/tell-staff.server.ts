import type { Ctx } from '#authorization/ctx.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import type { Changes } from '../sign-up/profile.ts'
import { legalFactsChanged } from './restaurant-mails.server.tsx'

/** Asks staff to check again what they once checked. */
export async function tellStaff(
  { db, now }: Ctx,
  it: { restaurantId: RestaurantId; name: string; changes: Changes },
): Promise<void> {
  await notify(db, now, {
    key: `restaurant:${it.restaurantId}:legal:${newId()}`,
    kind: legalFactsChanged,
    to: 'staff',
    data: it,
  })
}
