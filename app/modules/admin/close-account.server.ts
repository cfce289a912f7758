import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import type { Email } from '#kernel/email.ts'
import type { OrgStatus } from '#kernel/enums.ts'
import { endedStates } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { YesNo } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { lockPerson } from '#modules/identity/people-store.server.ts'
import { closePerson } from '#modules/identity/remove-person.server.ts'
import { forgetNotificationsOf } from '#modules/notifications/notification-addresses.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { leaveOpenOrganisations } from '#modules/organisations/members/change-member.server.ts'
import { endInvitationsBy } from '#modules/organisations/members/invite-member.server.ts'
import { moveApplication } from '#modules/organisations/move-application.server.ts'
import type { OrgRef } from '#modules/organisations/org-ref.ts'
import { forgetFavourites } from '#modules/products/catalog/favourites.server.ts'
import { farewell } from './farewell-mail.server.tsx'

const closeRefusalText = {
  open_orders:
    '完了していない注文があるため、退会できません。すべての注文の金額が確定するか、キャンセルされた後に、もう一度お試しください。',
  not_confirmed: '退会すると元に戻せません。内容を確認し、確認欄にチェックを入れてください。',
}

const closeRefusals = {
  codes: ['open_orders', 'not_confirmed'],
  text: (refusal: keyof typeof closeRefusalText): string => closeRefusalText[refusal],
} as const

/** An organisation with a single owner is closed together with that owner's account. */
export type OwnWorkplace = { org: OrgRef; name: string; status: OrgStatus; version: number; openOrders: number }

/** What is closed with the account, and what prevents closing it; for the confirmation page. */
export async function closingFacts(ctx: Ctx): Promise<{ email: string | null; places: OwnWorkplace[] }> {
  const { personId } = requirePerson(ctx.actor)
  const person = await ctx.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))
  return { email: person.email, places: await workplacesOwnedAlone(ctx.db, personId) }
}

/**
 * Closes the current user's account permanently, and with it every organisation of which they are the only owner. Open
 * orders prevent it: the other side is waiting for them. What the law requires us to keep (orders, consents, the
 * history) stays; the address is free again, and all login methods are deleted.
 */
export const closeAccount = repeatable({
  name: 'person.close',
  permission: 'own_account.change',
  input: { confirmed: YesNo },
  refusals: closeRefusals,
  run: async (ctx, { confirmed }) => {
    const { personId } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
    if (!confirmed) return refuse('not_confirmed')
    return ctx.db.transaction().execute(async (db) => {
      const person = await lockPerson(db, personId)
      if (!person) throw new NotFound('person')
      await lockWorkplaces(db, personId)
      const places = await workplacesOwnedAlone(db, personId)
      if (places.some(({ openOrders }) => openOrders > 0)) return refuse('open_orders')
      for (const { org, status, version } of places)
        if (!(await moveApplication(db, ctx, org, { from: status, to: 'closed', version })).ok)
          throw new Error('a locked place moved')
      await leaveOpenOrganisations(db, personId)
      await endInvitationsBy(db, ctx.now, personId, null)
      await closePerson({ ...ctx, db }, personId)
      await forgetFavourites(db, personId)
      await forgetNotificationsOf(db, personId)
      await recordEvent(db, ctx, { kind: 'account_closed', aboutPersonId: personId })
      if (person.email)
        await notify(db, ctx.now, {
          key: `person:${personId}:closed`,
          kind: farewell,
          to: person.email as Email,
          data: { name: person.name, places: places.map(({ name }) => name) },
        })
      return ok(null)
    })
  },
})

async function workplacesOwnedAlone(db: DbOrTx, personId: PersonId): Promise<OwnWorkplace[]> {
  const rows = await db
    .selectFrom('memberships as mine')
    .leftJoin('farms', 'farms.id', 'mine.farmId')
    .leftJoin('restaurants', 'restaurants.id', 'mine.restaurantId')
    .select(['mine.farmId', 'mine.restaurantId'])
    .select(({ fn }) => [
      fn.coalesce('farms.name', 'restaurants.name').as('name'),
      fn.coalesce('farms.status', 'restaurants.status').as('status'),
      fn.coalesce('farms.version', 'restaurants.version').as('version'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('orders')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where((is) =>
          is.or([
            is('orders.farmId', '=', is.ref('mine.farmId')),
            is('orders.restaurantId', '=', is.ref('mine.restaurantId')),
          ]),
        )
        .where('orders.state', 'not in', endedStates)
        .as('openOrders'),
    )
    .where('mine.personId', '=', personId)
    .where('mine.role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as theirs')
            .innerJoin('people', 'people.id', 'theirs.personId')
            .select('theirs.id')
            .where('theirs.role', '=', 'owner')
            .where('theirs.personId', '<>', personId)
            .where('people.closedAt', 'is', null)
            .where((is) =>
              is.or([
                is('theirs.farmId', '=', is.ref('mine.farmId')),
                is('theirs.restaurantId', '=', is.ref('mine.restaurantId')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('mine.id')
    .execute()
  return rows.flatMap(({ farmId, restaurantId, name, status, version, openOrders }): OwnWorkplace[] => {
    const org = farmId ? { farmId: farmId } : restaurantId ? { restaurantId: restaurantId } : null
    if (!org || !name || !status || !version || status === 'closed') return []
    return [{ org, name, status, version, openOrders: Number(openOrders) }]
  })
}

/**
 * A transaction that places an order locks both organisations, the restaurant first: wait for it, then count its order.
 */
async function lockWorkplaces(db: DbOrTx, personId: PersonId): Promise<void> {
  const own = await db
    .selectFrom('memberships')
    .select(['farmId', 'restaurantId'])
    .where('personId', '=', personId)
    .where('role', '=', 'owner')
    .execute()
  const farms = own.flatMap(({ farmId }): FarmId[] => (farmId ? [farmId] : []))
  const restaurants = own.flatMap(({ restaurantId }): RestaurantId[] => (restaurantId ? [restaurantId] : []))
  if (restaurants.length > 0)
    await db.selectFrom('restaurants').select('id').where('id', 'in', restaurants).orderBy('id').forUpdate().execute()
  if (farms.length > 0)
    await db.selectFrom('farms').select('id').where('id', 'in', farms).orderBy('id').forUpdate().execute()
}
