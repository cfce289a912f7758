import { addHours } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import { type Person, personAt } from './people.ts'
import type { SeedRestaurant } from './restaurants.ts'

export type Newcomer = { person: Person; membership: Row<'memberships'> }

/** A chef who joined ビストロ 灯 this morning and has not agreed to anything yet: to show the consent page. */
export function makeNewcomer(restaurant: SeedRestaurant, now: Date, id: MakeId): Newcomer {
  const joinedAt = addHours(now, -3)
  const person = personAt(id, 'newchef@example.jp', '小林 葵', joinedAt)
  const membership: Row<'memberships'> = {
    id: id(joinedAt),
    personId: person.id,
    farmId: null,
    restaurantId: restaurant.row.id,
    role: 'staff',
    orderLimitYen: null,
    rights: 'all',
    seesMoney: false,
  }
  return { person, membership }
}
