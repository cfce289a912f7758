import type { HelperRights, MemberRole } from '#kernel/enums.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import { type Person, personAt } from './people.ts'
import type { SeedRestaurant } from './restaurants.ts'

export type Colleagues = { people: Person[]; memberships: Row<'memberships'>[] }

type Authority = { role: MemberRole; rights?: HelperRights; orderLimitYen?: Yen }

/**
 * Further members in the demo: at 佐藤農園 the wife who packs and the grandfather who only reads, at ビストロ 灯 a second owner
 * who also orders for another restaurant, to show how to switch organisations.
 */
export function makeColleagues(
  { farm, shop, otherShop }: { farm: SeedFarm; shop: SeedRestaurant; otherShop: SeedRestaurant },
  now: Date,
  id: MakeId,
): Colleagues {
  const since = momentOf(addDays(jstDateOf(now), -200), 9 * 60)
  const helper = personAt(id, 'helper@example.jp', '佐藤 由美', since)
  const viewer = personAt(id, 'viewer@example.jp', '佐藤 正男', since)
  const manager = personAt(id, 'manager@example.jp', '高瀬 智子', since)
  const works = (
    person: Person,
    at: { farmId: Row<'memberships'>['farmId'] } | { restaurantId: Row<'memberships'>['restaurantId'] },
    { role, rights = 'all', orderLimitYen }: Authority,
  ): Row<'memberships'> => ({
    id: id(since),
    personId: person.id,
    farmId: null,
    restaurantId: null,
    ...at,
    role,
    rights,
    seesMoney: false,
    orderLimitYen: orderLimitYen ?? null,
  })
  return {
    people: [helper, viewer, manager],
    memberships: [
      works(helper, { farmId: farm.row.id }, { role: 'staff', rights: 'pack' }),
      works(viewer, { farmId: farm.row.id }, { role: 'staff', rights: 'see' }),
      works(manager, { restaurantId: shop.row.id }, { role: 'owner' }),
      works(manager, { restaurantId: otherShop.row.id }, { role: 'staff', orderLimitYen: yen(50_000) }),
    ],
  }
}
