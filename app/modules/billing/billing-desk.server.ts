import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { openClaimStates } from '#kernel/enums.ts'
import type { IssuedDocumentId, OrderId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { ok } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { countingInvoice } from './balances.server.ts'
import { fromStuckOrders } from './billing-exceptions.server.ts'
import { closeDuePeriods, closePeriods, dueRestaurants } from './close-period.server.ts'
import { type InvoiceRow, invoiceRows } from './invoice-queries.server.ts'
import type { InvoiceList } from './invoice-state.ts'

export type BillingDesk = {
  /** How many periods wait to be closed, and the first of them. */
  due: number
  first: { id: RestaurantId; name: string }[]
  /** Orders of periods that have settled which are not final all the same. */
  stuck: { id: OrderId; number: string; restaurant: string; deliveryOn: JstDate; claims: number }[]
  /** Of all invoices that count. */
  unpaid: { count: number; yen: Yen }
  /** Unpaid ones: the earliest due date first. Others: the newest first. */
  invoices: InvoiceRow[]
}

const mostDue = 100_000
const shownDue = 50
const shownStuck = 50
const perPage = 50

/** What staff see about billing: what cannot go on by itself first, then what is due, then the invoices. */
export const billingDesk = query(
  'desk.see',
  async (ctx: Ctx, { list, page }: { list: InvoiceList; page: number }): Promise<BillingDesk> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'desk.see', null)
    const ids = await dueRestaurants(ctx, { most: mostDue })
    const first = await ctx.db
      .selectFrom('restaurants')
      .select(['id', 'name'])
      .where((is) => is('id', '=', is.fn.any(is.val(ids.slice(0, shownDue)))))
      .orderBy('id')
      .execute()
    const window = { limit: perPage, offset: (page - 1) * perPage }
    const { ids: unpaidIds, ...sums } = await unpaidInvoices(ctx, window)
    return {
      due: ids.length,
      first,
      stuck: await stuckOrders(ctx),
      ...sums,
      invoices:
        list === 'unpaid'
          ? await invoicesIn(ctx, unpaidIds)
          : await invoiceRows(ctx, { writtenOff: list === 'written_off' }, window),
    }
  },
)

/** The unpaid invoices of a page, the earliest due date first, and the sum of all: read as a set, not one by one. */
async function unpaidInvoices({ db }: Ctx, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<{ ids: IssuedDocumentId[] } & Record<'count' | 'yen', string>>`
    with paid as (select document_id, sum(yen) as yen from payment_allocations where document_id is not null group by 1),
    unpaid as materialized (
      select d.id, d.due_on, d.number, d.total_yen - coalesce(p.yen, 0) as yen
        from issued_documents d left join paid p on p.document_id = d.id
       where ${countingInvoice} and d.total_yen > coalesce(p.yen, 0))
    select count(*) as count, coalesce(sum(yen), 0) as yen,
           array(select id from unpaid order by due_on, number limit ${limit} offset ${offset}) as ids
      from unpaid`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return {
    ids: row.ids,
    unpaid: { count: Number(row.count), yen: yen(Number(row.yen)) },
  }
}

async function invoicesIn(ctx: Ctx, ids: readonly IssuedDocumentId[]): Promise<InvoiceRow[]> {
  const rows = new Map((await invoiceRows(ctx, { ids }, { limit: ids.length })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

async function stuckOrders({ db, now }: Ctx): Promise<BillingDesk['stuck']> {
  const { rows } = await sql<BillingDesk['stuck'][number]>`
    select o.id, o.number, r.name as restaurant, o.delivery_on as "deliveryOn",
           (select count(*)::int from claims c where c.order_id = o.id and c.state = any(${openClaimStates}::text[])) as claims
      from ${fromStuckOrders(now)}
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
