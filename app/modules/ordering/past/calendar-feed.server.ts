import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, authorizeProven, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requireSelf } from '#authorization/recent-auth.ts'
import type { Quantity, Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, MembershipId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { ok } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { hashOf } from '#modules/identity/session-store.server.ts'
import { knownStage } from '../order.ts'
import { linesOf } from '../order-store.server.ts'
import { type CalendarDelivery, deliveryCalendar } from './delivery-calendar.ts'

export type CalendarFeed = {
  createdAt: Date
  /** When a calendar program last requested it, to the hour; null if none has yet. */
  lastReadAt: Date | null
}

/** Whether this person has a calendar feed of their restaurant's deliveries, and when it was last read. */
export const calendarFeed = query('calendar.keep', async (ctx): Promise<CalendarFeed | null> => {
  const buyer = keeperOf(ctx)
  const row = await ctx.db
    .selectFrom('calendarFeeds')
    .select(['createdAt', 'lastReadAt'])
    .where('membershipId', 'in', membershipOf(ctx.db, buyer))
    .executeTakeFirst()
  return row ?? null
})

/**
 * Makes the secret address of the user's delivery calendar, and returns it, the only time it can be seen: only its hash
 * is stored. A previous address stops working. Needs a proof of the last ten minutes.
 */
export const makeCalendarFeed = repeatable({
  name: 'calendar.make',
  permission: 'calendar.make',
  input: {},
  refusals: noRefusals,
  run: async (ctx) => {
    const buyer = keeperOf(ctx)
    authorizeProven(ctx, 'calendar.make', null)
    const secret = randomBytes(32).toString('base64url')
    await ctx.db.transaction().execute(async (db) => {
      const membership = await membershipOf(db, buyer).executeTakeFirstOrThrow(() => new NotFound('membership'))
      const made = { hash: hashOf(secret), createdAt: ctx.now, lastReadAt: null }
      await db
        .insertInto('calendarFeeds')
        .values({ membershipId: membership.id, ...made })
        .onConflict((known) => known.column('membershipId').doUpdateSet(made))
        .execute()
      await recordEvent(db, ctx, { kind: 'calendar_feed_made', aboutPersonId: buyer.personId })
    })
    return ok({ path: `/calendar/${secret}.ics` })
  },
})

/** Revokes the address immediately; without one nothing happens. */
export const revokeCalendarFeed = repeatable({
  name: 'calendar.revoke',
  permission: 'calendar.keep',
  input: {},
  refusals: noRefusals,
  run: async (ctx) => {
    const buyer = keeperOf(ctx)
    await ctx.db.transaction().execute(async (db) => {
      const gone = await db
        .deleteFrom('calendarFeeds')
        .where('membershipId', 'in', membershipOf(db, buyer))
        .executeTakeFirst()
      if (gone.numDeletedRows > 0n)
        await recordEvent(db, ctx, { kind: 'calendar_feed_revoked', aboutPersonId: buyer.personId })
    })
    return ok(null)
  },
})

/** Only the user's own, and secret even from staff who view their pages. */
function keeperOf({ actor }: Ctx): BuyerActor {
  requireSelf(actor)
  const buyer = requireBuyer(actor)
  authorize(buyer, 'calendar.keep', null)
  return buyer
}

const membershipOf = (db: DbOrTx, { personId, restaurantId }: BuyerActor) =>
  db.selectFrom('memberships').select('id').where('personId', '=', personId).where('restaurantId', '=', restaurantId)

/** How many days before and after today a calendar shows. */
const [daysBack, daysAhead] = [35, 60]
const readEveryMs = 3_600_000

/**
 * The calendar at an address, for anyone who has it: what arrives when, from whom, at which kitchen. No prices.
 * NotFound for an invalid address: revoked, or its person has left the restaurant, is suspended or closed.
 */
export async function readCalendar(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { secret, site }: { secret: string; site: string },
): Promise<string> {
  const feed = /^[\w-]{43}$/.test(secret) ? await feedBehind(db, hashOf(secret)) : null
  if (!feed) throw new NotFound('calendar')
  if (now.getTime() - (feed.lastReadAt?.getTime() ?? 0) >= readEveryMs)
    await db.updateTable('calendarFeeds').set({ lastReadAt: now }).where('membershipId', '=', feed.id).execute()
  return deliveryCalendar(await deliveriesOf({ db, now }, feed.restaurantId), { restaurant: feed.restaurant, site })
}

type Feed = { id: MembershipId; restaurantId: RestaurantId; restaurant: string; lastReadAt: Date | null }

async function feedBehind(db: DbOrTx, hash: Buffer): Promise<Feed | null> {
  const row = await db
    .selectFrom('calendarFeeds')
    .innerJoin('memberships', 'memberships.id', 'calendarFeeds.membershipId')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .select(['memberships.id', 'restaurants.id as restaurantId', 'restaurants.name as restaurant'])
    .select('calendarFeeds.lastReadAt')
    .where('calendarFeeds.hash', '=', hash)
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .where('restaurants.status', '!=', 'closed')
    .executeTakeFirst()
  return row ?? null
}

type DeliveryRow = {
  id: OrderId
  number: string
  version: number
  at: Date
  state: CalendarDelivery['state']
  deliveryOn: CalendarDelivery['deliveryOn']
  slot: Slot
  kitchenId: KitchenId
  farm: string
  kitchen: string
}

async function deliveriesOf({ db, now }: Pick<Ctx, 'db' | 'now'>, restaurantId: RestaurantId) {
  const today = jstDateOf(now)
  const rows: DeliveryRow[] = await db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchenId')
    .select(['orders.id', 'orders.number', 'orders.version', 'orders.state', 'orders.slot'])
    .select(['orders.deliveryOn', 'orders.kitchenId'])
    .select(['farms.name as farm', 'kitchens.name as kitchen'])
    .select(sql<Date>`coalesce(orders.changed_at, orders.placed_at)`.as('at'))
    .where('orders.restaurantId', '=', restaurantId)
    // orders are placed at most two weeks ahead, so the newest ones are enough, and there is an index for them
    .where('orders.placedAt', '>=', new Date(now.getTime() - (daysBack + daysAhead) * 86_400_000))
    .where('orders.deliveryOn', '>=', addDays(today, -daysBack))
    .where('orders.deliveryOn', '<=', addDays(today, daysAhead))
    .where('orders.state', 'not in', ['draft', 'pending_approval', 'declined', 'expired', 'cancelled', 'sent_back'])
    .orderBy('orders.deliveryOn')
    .orderBy('orders.number')
    .execute()
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row): CalendarDelivery => {
    const goods = (lines.get(row.id) ?? []).map((line) => {
      const quantity: Quantity | null = line.quantities[knownStage(line)]
      return { name: line.name, qty: quantity?.qty ?? 0, unitLabel: line.unitLabel }
    })
    return { ...row, goods: goods.filter(({ qty }) => qty > 0) }
  })
}
