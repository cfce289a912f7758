import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { accountChanges } from '#modules/identity/account-changes/account-change-list.server.ts'
import {
  type CheckedApplication,
  checkedApplication,
  type FindPostalAddress,
} from '#modules/organisations/approval/application.server.ts'
import { documentsOf } from '#modules/organisations/documents/keep-document.server.ts'
import { isHub } from '#modules/organisations/hub.server.ts'
import { type OrgRef, orgIdOf, orgText } from '#modules/organisations/org-ref.ts'
import { requireOrganisationsSeen } from './organisation-list.server.ts'
import { organisationPeople } from './organisation-people.server.ts'

/** What the panel beside the list shows: the application, its documents and its checks; of a farm, whether it is a hub. */
export async function organisationApplication(
  ctx: Ctx,
  org: OrgRef,
  findPostal: FindPostalAddress,
): Promise<CheckedApplication & { isHub: boolean | null; today: ReturnType<typeof jstDateOf> }> {
  requireOrganisationsSeen(ctx)
  const application = await checkedApplication(ctx.db, ctx.now, org, findPostal)
  return {
    ...application,
    isHub: 'farmId' in org ? await isHub(ctx.db, org.farmId) : null,
    today: jstDateOf(ctx.now),
  }
}

/** The page of an organisation the person works for, `farm-<id>` or `restaurant-<id>`; null if there is none. */
export async function workplaceOfPerson(ctx: Ctx, personId: PersonId): Promise<string | null> {
  requireOrganisationsSeen(ctx)
  const place = await ctx.db
    .selectFrom('memberships')
    .select(['farmId', 'restaurantId'])
    .where('personId', '=', personId)
    .orderBy('id')
    .executeTakeFirst()
  if (place?.farmId) return orgText({ farmId: place.farmId })
  return place?.restaurantId ? orgText({ restaurantId: place.restaurantId }) : null
}

export type OrganisationAccount = Awaited<ReturnType<typeof organisationAccount>>

/**
 * Everything about an account: its people with their login methods, their devices, its documents (also removed ones),
 * orders, inquiries and history. Always ten queries.
 */
export async function organisationAccount(ctx: Ctx, org: OrgRef) {
  requireOrganisationsSeen(ctx)
  const people = await organisationPeople(ctx, org)
  const ids = people.map(({ personId }) => personId)
  return {
    people,
    sessions: await sessionsOf(ctx, ids),
    changes: await accountChanges(ctx, ids),
    papers: await documentsOf(ctx.db, org, { removed: true }),
    orders: await ordersOf(ctx, org),
    inquiries: await inquiriesOf(ctx, org, ids),
    history: await historyOf(ctx, org, ids),
  }
}

/** Devices that are signed in now, the most recently used first. No part of the secret leaves the database. */
function sessionsOf({ db, now }: Ctx, people: readonly PersonId[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.personId')
    .select(['people.name', 'sessions.seenAt', 'sessions.ip', 'sessions.userAgent', 'sessions.aal'])
    .where('sessions.personId', 'in', people.length > 0 ? people : [null])
    .where('sessions.idleUntil', '>', now)
    .where('sessions.absUntil', '>', now)
    .orderBy('sessions.seenAt', 'desc')
    .limit(20)
    .execute()
}

/** The newest ten, and how many there are. */
async function ordersOf({ db }: Ctx, org: OrgRef) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'placedAt', 'deliveryOn'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return { total: rows[0]?.total ?? 0, newest: rows.map(({ total, ...order }) => order) }
}

/** Inquiries made for the organisation or by its people themselves; the newest ten. */
const inquiriesOf = ({ db }: Ctx, org: OrgRef, people: readonly PersonId[]) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'number', 'kind', 'state', 'sentAt'])
    .where((is) =>
      is.or([
        is('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org)),
        ...(people.length > 0
          ? [is.and([is('personId', 'in', people), is('farmId', 'is', null), is('restaurantId', 'is', null)])]
          : []),
      ]),
    )
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()

/** What was done to the organisation and its people, newest first. */
const historyOf = ({ db }: Ctx, org: OrgRef, people: readonly PersonId[]) =>
  db
    .selectFrom('events')
    .select(['id', 'at', 'kind', 'actorName', 'fromState', 'toState', 'reason', 'data'])
    .where((is) =>
      is.or([
        is('farmId' in org ? 'aboutFarmId' : 'aboutRestaurantId', '=', orgIdOf(org)),
        ...(people.length > 0 ? [is('aboutPersonId', 'in', people)] : []),
      ]),
    )
    // every page viewed by staff is in /admin/audit; here these rows would hide everything else
    .where('kind', '<>', 'view_page_seen')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
