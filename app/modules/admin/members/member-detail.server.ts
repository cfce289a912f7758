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
import { type OrgRef, orgIdOf, orgText } from '#modules/organisations/org-ref.ts'
import { requireMembersSeen } from './member-list.server.ts'
import { memberPeople } from './member-people.server.ts'

/** What the panel beside the list shows: the application, its documents and its checks. */
export async function memberApplication(
  ctx: Ctx,
  org: OrgRef,
  findPostal: FindPostalAddress,
): Promise<CheckedApplication & { today: ReturnType<typeof jstDateOf> }> {
  requireMembersSeen(ctx)
  return { ...(await checkedApplication(ctx.db, ctx.now, org, findPostal)), today: jstDateOf(ctx.now) }
}

/** The page of an organisation the person works for, `farm-<id>` or `restaurant-<id>`; null if there is none. */
export async function personsPlace(ctx: Ctx, personId: PersonId): Promise<string | null> {
  requireMembersSeen(ctx)
  const place = await ctx.db
    .selectFrom('memberships')
    .select(['farm_id', 'restaurant_id'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .executeTakeFirst()
  if (place?.farm_id) return orgText({ farmId: place.farm_id })
  return place?.restaurant_id ? orgText({ restaurantId: place.restaurant_id }) : null
}

export type MemberAccount = Awaited<ReturnType<typeof memberAccount>>

/**
 * Everything about an account: its people with their login methods, their devices, its documents (also removed ones),
 * orders, inquiries and history. Always ten queries.
 */
export async function memberAccount(ctx: Ctx, org: OrgRef) {
  requireMembersSeen(ctx)
  const people = await memberPeople(ctx, org)
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
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'people.name',
      'sessions.seen_at as seenAt',
      'sessions.ip',
      'sessions.user_agent as userAgent',
      'sessions.aal',
    ])
    .where('sessions.person_id', 'in', people.length > 0 ? people : [null])
    .where('sessions.idle_until', '>', now)
    .where('sessions.abs_until', '>', now)
    .orderBy('sessions.seen_at', 'desc')
    .limit(20)
    .execute()
}

/** The newest ten, and how many there are. */
async function ordersOf({ db }: Ctx, org: OrgRef) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'placed_at as placedAt', 'delivery_on as deliveryOn'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('farmId' in org ? 'farm_id' : 'restaurant_id', '=', orgIdOf(org))
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return { total: rows[0]?.total ?? 0, newest: rows.map(({ total, ...order }) => order) }
}

/** Inquiries made for the organisation or by its people themselves; the newest ten. */
const inquiriesOf = ({ db }: Ctx, org: OrgRef, people: readonly PersonId[]) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'number', 'kind', 'state', 'sent_at as sentAt'])
    .where((is) =>
      is.or([
        is('farmId' in org ? 'farm_id' : 'restaurant_id', '=', orgIdOf(org)),
        ...(people.length > 0
          ? [is.and([is('person_id', 'in', people), is('farm_id', 'is', null), is('restaurant_id', 'is', null)])]
          : []),
      ]),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()

/** What was done to the organisation and its people, newest first. */
const historyOf = ({ db }: Ctx, org: OrgRef, people: readonly PersonId[]) =>
  db
    .selectFrom('events')
    .select([
      'id',
      'at',
      'kind',
      'actor_name as actorName',
      'from_state as fromState',
      'to_state as toState',
      'reason',
      'data',
    ])
    .where((is) =>
      is.or([
        is('farmId' in org ? 'about_farm_id' : 'about_restaurant_id', '=', orgIdOf(org)),
        ...(people.length > 0 ? [is('about_person_id', 'in', people)] : []),
      ]),
    )
    // every page viewed by staff is in /admin/audit; here these rows would hide everything else
    .where('kind', '<>', 'view_page_seen')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
