import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import type { Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, MembershipId, PersonId, RestaurantId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'

/** One of the organisations a person works for; `logo`: the name of the restaurant's own picture. */
export type Place = {
  membershipId: MembershipId
  side: Side
  name: string
  crest: string
  logo: string | null
  here: boolean
}

/**
 * All organisations of a person, in the order in which they joined: a column for a query that a page makes anyway.
 * `here`: the one they currently act for.
 */
export const workplacesOf = (personId: PersonId, here: FarmId | RestaurantId | null) => sql<Place[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'membershipId', m.id,
    'side', case when m.farm_id is null then 'restaurant' else 'farm' end,
    'name', coalesce(f.name, r.name),
    'crest', coalesce(f.crest, r.crest),
    'logo', r.logo,
    'here', coalesce(m.farm_id, m.restaurant_id) is not distinct from ${here}::uuid
  ) order by m.id), '[]')
  from memberships m left join farms f on f.id = m.farm_id left join restaurants r on r.id = m.restaurant_id
  where m.person_id = ${personId}
)`

/** Where the current user works, for their own page. */
export const myWorkplaces = query('own', async (ctx: Ctx): Promise<Place[]> => {
  const { actor } = ctx
  const { personId } = requirePerson(actor)
  const here = actor.kind === 'buyer' ? actor.restaurantId : actor.kind === 'farm' ? actor.farmId : null
  const row = await ctx.db.selectNoFrom(workplacesOf(personId, here).as('places')).executeTakeFirstOrThrow()
  return row.places
})

/**
 * From the next request on this session acts for that organisation, and so do sessions opened later; other devices are
 * not affected. NotFound unless the user is a member.
 */
export const switchWorkplace = repeatable({
  name: 'person.switch_place',
  permission: 'own',
  input: { membershipId: IdOf<'membership'>('所属') },
  refusals: noRefusals,
  run: async (ctx, { membershipId }) => {
    requirePerson(ctx.actor)
    return ok(await ctx.db.transaction().execute((db) => actForWorkplace({ ...ctx, db }, membershipId)))
  },
})

/** The same within a transaction: for a person who has just become a member. */
export async function actForWorkplace(ctx: Ctx, membershipId: MembershipId): Promise<'/restaurant' | '/farmer'> {
  const { personId, session } = requirePerson(ctx.actor)
  const place = await ctx.db
    .selectFrom('memberships')
    .select('farmId')
    .where('id', '=', membershipId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!place) throw new NotFound('membership')
  if (session) await actFor(ctx.db, session.key, membershipId)
  await ctx.db.updateTable('people').set({ lastMembershipId: membershipId }).where('id', '=', personId).execute()
  return place.farmId ? '/farmer' : '/restaurant'
}

async function actFor(db: Ctx['db'], sessionKey: string, membershipId: MembershipId): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ membershipId })
    .where('idHash', '=', Buffer.from(sessionKey, 'base64url'))
    .execute()
}
