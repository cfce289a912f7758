import type { DbOrTx } from '#authorization/ctx.ts'
import type { GoodsKind, OrgStatus, Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { OrgRef } from '../org-ref.ts'

export type OrganisationHead = {
  side: Side
  name: string
  representative: string
  status: OrgStatus
  version: number
  reason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  /** What a farm sells; empty for restaurants. */
  goods: GoodsKind[]
}

const columns = [
  'name',
  'representative',
  'status',
  'version',
  'statusReason as reason',
  'submittedAt',
  'reviewedAt',
] as const

/** The name and application status of an organisation; locked for callers that go on to change it. */
export async function organisationHead(db: DbOrTx, org: OrgRef, lock = false): Promise<OrganisationHead> {
  if ('farmId' in org) {
    const farm = db.selectFrom('farms').select(columns).select('goodsKinds as goods').where('id', '=', org.farmId)
    const row = await (lock ? farm.forNoKeyUpdate() : farm).executeTakeFirstOrThrow(() => new NotFound('farm'))
    return { side: 'farm', ...row }
  }
  const restaurant = db.selectFrom('restaurants').select(columns).where('id', '=', org.restaurantId)
  const row = await (lock ? restaurant.forNoKeyUpdate() : restaurant).executeTakeFirstOrThrow(
    () => new NotFound('restaurant'),
  )
  return { side: 'restaurant', ...row, goods: [] }
}

/** The first organisation that a person owns: the one they signed up. */
export async function organisationOwnedBy(db: DbOrTx, personId: PersonId): Promise<OrgRef | null> {
  const row = await db
    .selectFrom('memberships')
    .select(['farmId', 'restaurantId'])
    .where('personId', '=', personId)
    .where('role', '=', 'owner')
    .orderBy('id')
    .executeTakeFirst()
  if (row?.farmId) return { farmId: row.farmId }
  return row?.restaurantId ? { restaurantId: row.restaurantId } : null
}
