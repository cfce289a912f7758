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
    farm_id: null,
    restaurant_id: restaurant.row.id,
    email: 'souschef@example.jp',
    role: 'staff',
    rights: 'all',
    order_limit_yen: yen(30_000),
    invited_by: restaurant.owner.id,
    created_at: createdAt,
    expires_at: addHours(createdAt, 7 * 24),
    accepted_by: null,
    ended_at: null,
  }
}
