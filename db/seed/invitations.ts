import { addHours } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import type { SeedRestaurant } from './restaurants.ts'

/** A person whom the owner of ビストロ 灯 invited yesterday, and who has not answered yet. */
export function openInvitation(restaurant: SeedRestaurant, now: Date, id: MakeId): Row<'invitations'> {
  const createdAt = addHours(now, -26)
  return {
    id: id(createdAt),
    farmId: null,
    restaurantId: restaurant.row.id,
    email: 'souschef@example.jp',
    role: 'staff',
    rights: 'all',
    seesMoney: false,
    orderLimitYen: yen(30_000),
    invitedBy: restaurant.owner.id,
    createdAt,
    expiresAt: addHours(createdAt, 7 * 24),
    acceptedBy: null,
    endedAt: null,
  }
}
