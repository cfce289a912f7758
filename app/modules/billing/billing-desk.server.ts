import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { openClaimStates } from '#kernel/enums.ts'
import type { OrderId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { ok } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { closeDuePeriods, closePeriods, dueRestaurants, settledClosings } from './close-period.server.ts'
import { type InvoiceRow, invoiceRows } from './invoice-queries.server.ts'

export type BillingDesk = {
  /** How many periods wait to be closed, and the first of them. */
  due: number
  first: { id: RestaurantId; name: string }[]
  /** Orders of periods that have settled which are not final all the same. */
  stuck: { id: OrderId; number: string; restaurant: string; deliveryOn: JstDate; claims: number }[]
  invoices: InvoiceRow[]
}

const mostDue = 100_000
const shownDue = 50
const shownStuck = 50
const perPage = 50

/** What staff see about billing: what cannot go on by itself first, then what is due, then the invoices. */
export const billingDesk = query(
  'desk.see',
  async (ctx: Ctx, { unpaid, page }: { unpaid: boolean; page: number }): Promise<BillingDesk> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'desk.see', null)
    const ids = await dueRestaurants(ctx, { most: mostDue })
    const first = await ctx.db
      .selectFrom('restaurants')
      .select(['id', 'name'])
      .where((is) => is('id', '=', is.fn.any(is.val(ids.slice(0, shownDue)))))
      .orderBy('id')
      .execute()
    return {
      due: ids.length,
      first,
      stuck: await stuckOrders(ctx),
      invoices: await invoiceRows(ctx, { unpaid }, { limit: perPage, offset: (page - 1) * perPage }),
    }
  },
)

async function stuckOrders({ db, now }: Ctx): Promise<BillingDesk['stuck']> {
  const closings = settledClosings(now)
  const { rows } = await sql<BillingDesk['stuck'][number]>`
    select o.id, o.number, r.name as restaurant, o.delivery_on as "deliveryOn",
           (select count(*)::int from claims c where c.order_id = o.id and c.state = any(${openClaimStates}::text[])) as claims
      from orders o join restaurants r on r.id = o.restaurant_id
      join unnest(${closings.map(({ day }) => day)}::int[], ${closings.map(({ closesOn }) => closesOn)}::date[])
        as s (day, closes_on) on s.day = r.closing_day
     where o.state in ('shipped', 'delivered', 'inspected') and o.delivery_on <= s.closes_on
     order by o.delivery_on, o.number limit ${shownStuck}`.execute(db)
  return rows
}

/** How long a page waits; what is left is for the next press, or for the job. */
const longestMs = 20_000

/** Closes what is due now, of one restaurant or of all, before the job does. */
export const closeNow = repeatable({
  name: 'closeNow',
  permission: 'billing.close',
  input: { restaurantId: IdOf<'restaurant'>('飲食店').optional() },
  refusals: noRefusals,
  run: async (ctx: Ctx, { restaurantId }, operator: Operator) => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'desk.see', null)
    authorize(ctx.actor, 'billing.close', null)
    if (restaurantId) return ok({ invoices: await closePeriods(ctx, operator, [restaurantId]), failed: [] })
    return ok(await closeDuePeriods(ctx, operator, new Date(Date.now() + longestMs)))
  },
})
