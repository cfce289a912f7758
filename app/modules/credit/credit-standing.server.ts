import { sql } from 'kysely'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf } from '#modules/ledger/open-item.ts'
import { isBeingCollectedAs, isCollectedAs } from '#modules/payments/debit-agreed/collected-invoice.server.ts'
import type { CreditStanding, Overdue } from './credit-standing.ts'

/** The signed-in buyer's own. */
export const ownCredit = query('credit.see', async (ctx): Promise<CreditStanding> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'credit.see', { restaurantId })
  return creditOf(ctx, restaurantId)
})

type Row = CreditStanding & { restaurantId: RestaurantId }

/** In one statement. Inside the transaction of an order: after its restaurant has been locked (ordering/hold-places). */
export async function creditOf(ctx: Pick<Ctx, 'db' | 'now'>, restaurantId: RestaurantId): Promise<CreditStanding> {
  const [row] = await creditsOf(ctx, sql`r.id = ${restaurantId}`)
  if (!row) throw new NotFound('restaurant')
  return row
}

/**
 * The same for a quote, from memory if nothing has changed since (docs/decisions/0112): an order reads it anew. `read`: how it is
 * read, for a caller that asks it with others.
 */
export const keptCreditOf = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  restaurantId: RestaurantId,
  read: () => Promise<CreditStanding> = () => creditOf(ctx, restaurantId),
): Promise<CreditStanding> =>
  kept.one(ctx.db, `${restaurantId} ${jstDateOf(ctx.now)}`, async () => ({ ...(await read()), restaurantId }))

const kept = keptRows<Row>({
  channel: 'orders',
  all: 'everything',
  // what it owes changes with its new orders, too
  tagsOf: ({ restaurantId }) => [`owes:${restaurantId}`, `list:${restaurantId}`],
  most: 5_000,
})

/**
 * How these restaurants stand, in one statement. An invoice is the sum of its charges, so that what is on none is the
 * rest of them. An open order counts with the amounts and the tax of ordering/order.ts (`figuresOf`), which tests
 * compare; here in SQL, so that the quote of every cart can ask.
 */
export async function creditsOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  which: ReturnType<typeof sql<boolean>>,
): Promise<Row[]> {
  const { rows } = await creditRows(now, which).execute(db)
  return rows
}

export const limitYen = sql`coalesce(
  (select limit_yen from credit_limits where restaurant_id = r.id order by at desc, id desc limit 1), terms.default_limit_yen)`
const stopReason = sql`(select reason from order_stops where restaurant_id = r.id and kind = 'staff' and released_at is null)`

function creditRows(now: Date, which: ReturnType<typeof sql<boolean>>) {
  const today = jstDateOf(now)
  return sql<Row & { overdue: Overdue | null }>`
    select r.id as restaurant_id, r.payment_method <> 'card' as on_account,
           ${limitYen} as limit_yen,
           invoiced.yen - paid.yen as unpaid_yen, charged.yen - invoiced.yen as unbilled_yen, open_orders.yen as open_yen,
           late.overdue, late.blocking,
           ${stopReason} as stop_reason
      from restaurants r
     cross join credit_terms terms
     cross join lateral (
       select coalesce(sum(total_yen), 0)::bigint as yen from counting_invoices where restaurant_id = r.id
     ) invoiced
     cross join lateral (
       select coalesce(sum(yen), 0)::bigint as yen from payment_allocations where restaurant_id = r.id
     ) paid
     cross join lateral (
       select coalesce(sum(total_yen), 0)::bigint as yen from charges where restaurant_id = r.id
     ) charged
     cross join lateral (${yenOfOpenOrders}) open_orders
     cross join lateral (
       select ${firstOf(sql`not l.being_collected`)} as overdue, ${firstOf(sql`l.days > terms.overdue_days and not l.released and not l.collected and not l.being_collected`)} as blocking
         from (
           select ${isCollectedAs('i', 'r')} as collected, ${isBeingCollectedAs('i')} as being_collected, i.number, i.due_on, i.unpaid_yen - i.disputed_yen as yen, ${today}::date - i.due_on as days,
                  exists (
                    select from order_stops s
                     where s.restaurant_id = r.id and s.released_by is not null
                       and (s.released_at at time zone 'Asia/Tokyo')::date - i.due_on > terms.overdue_days) as released
             from open_invoices i
            where i.restaurant_id = r.id and i.due_on < ${today}::date and i.unpaid_yen > i.disputed_yen
               -- what an invoice gives back, and credit, are set off against the others
               and invoiced.yen > paid.yen
         ) l
     ) late
     where ${which}`
}

/**
 * The same of one restaurant for a caller that asks it with others: what it owes is more than all the rest of the statement, so it
 * is left out of one that was not found to owe anything (docs/decisions/0093). `creditIn` reads it where it has to be.
 */
export const creditPart = (now: Date, restaurantId: RestaurantId, known: KnownCredit) =>
  known === 'owing' ? creditRows(now, sql`r.id = ${restaurantId}`) : briefRows(restaurantId)

/** What this process knows of a restaurant: a hint, on which no answer depends. */
export type KnownCredit = 'owing' | 'not owing'

const owing = new Set<RestaurantId>()
const mostOwing = 5_000

export const knownCredit = (restaurantId: RestaurantId): KnownCredit =>
  owing.has(restaurantId) ? 'owing' : 'not owing'

/** Called where it orders: from then on it owes. */
export function rememberOwing(restaurantId: RestaurantId): void {
  if (owing.size >= mostOwing) owing.clear()
  owing.add(restaurantId)
}

type Brief = Pick<Row, 'restaurantId' | 'onAccount' | 'limitYen' | 'stopReason'> & { mayOwe: boolean }
/** Of `creditPart`. */
export type CreditRow = Brief | Row

/**
 * `mayOwe`: it has an invoice, a payment, a charge or an open order; if not, all that it owes is nothing. Counted, because to
 * find whether one `exists` PostgreSQL reads a table from its beginning, where it expects one soon: of this restaurant there is none.
 */
const briefRows = (restaurantId: RestaurantId) => sql<Brief>`
    select r.id as restaurant_id, r.payment_method <> 'card' as on_account, ${limitYen} as limit_yen, ${stopReason} as stop_reason,
           (select count(*) from charges where restaurant_id = ${restaurantId})
             + (select count(*) from payment_allocations where restaurant_id = ${restaurantId})
             + (select count(*) from issued_documents where restaurant_id = ${restaurantId} and kind = 'invoice')
             + (select count(*) from orders o where o.restaurant_id = ${restaurantId} and ${isOpen}) > 0 as may_owe
      from restaurants r
     cross join credit_terms terms
     where r.id = ${restaurantId}`

/** How a restaurant stands, by a row of `creditPart`. */
export async function creditIn(ctx: Pick<Ctx, 'db' | 'now'>, row: CreditRow | undefined): Promise<CreditStanding> {
  if (!row) throw new NotFound('restaurant')
  if (!('mayOwe' in row)) return row
  const { mayOwe, restaurantId, ...known } = row
  if (!mayOwe) return { ...known, unpaidYen: none, unbilledYen: none, openYen: none, overdue: null, blocking: null }
  rememberOwing(restaurantId)
  return await creditOf(ctx, restaurantId)
}

const none = yen(0)

/** Restaurants that are overdue, as the page of credit lists them; how much together, and the earliest due day. */
export async function overdueRestaurants({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<OpenItem> {
  const { rows } = await sql<OpenItemRow>`
    select count(*) as count, coalesce(sum((overdue ->> 'yen')::bigint), 0) as yen, min((overdue ->> 'dueOn')::date) as since
      from (${creditRows(now, sql<boolean>`${maybeOverdue(jstDateOf(now))} and ${isOverdue}`)}) restaurants`.execute(db)
  return rows[0] ? openItemOf(rows[0]) : nothingOpen
}

/** Those with an invoice past its day that is not simply paid: few of all, and only of them is more reckoned. */
const maybeOverdue = (today: JstDate) => sql<boolean>`r.id = any(array(
  select i.restaurant_id from counting_invoices i
    left join (select document_id, sum(yen) as yen from payment_allocations group by 1) paid_of on paid_of.document_id = i.id
   where i.due_on < ${today}::date and (i.total_yen > coalesce(paid_of.yen, 0) or i.supersedes is not null)))`

/** In the statement of `creditRows`. */
export const isOverdue = sql<boolean>`late.overdue is not null`

/** The earliest of the invoices past their due day `l`, with the sum of all of them; null if there is none. */
const firstOf = (which: ReturnType<typeof sql<boolean>>) => sql`
  case when count(*) filter (where ${which}) > 0 then jsonb_build_object(
    'number', (array_agg(l.number order by l.due_on, l.number) filter (where ${which}))[1],
    'dueOn', min(l.due_on) filter (where ${which}),
    'yen', sum(l.yen) filter (where ${which})) end`

/** Placed, and not final: what is final is a charge, and has its total (the index of unsettled orders). */
const isOpen = sql`o.total_inc_yen is null and o.state in
  ('placed', 'accepted', 'proposed', 'preparing', 'partly_shipped', 'shipped', 'delivered', 'inspected')`

/** Each order with its tax, which is rounded down once per rate on it. */
const yenOfOpenOrders = sql`
  select coalesce(sum(per_rate.yen + per_rate.yen * per_rate.percent / 100), 0)::bigint as yen
    from (
      select part.order_id, part.percent, sum(part.yen)::bigint as yen
        from (
          select o.id as order_id, line.tax_percent as percent,
                 case when line.catch_weight
                   then least(known.grams::bigint * line.price_yen / 1000,
                     (coalesce(line.nominal_grams, 0)::bigint * known.qty * (100 + coalesce(line.tolerance_percent, 0)) / 100)
                       * line.price_yen / 1000)
                   else known.qty::bigint * line.price_yen - case when stage.name = 'received'
                     then yen_of_missing(line.price_yen, line.received_missing, line.received_missing_of) else 0 end
                 end as yen
            from orders o
            join order_lines line on line.order_id = o.id
           cross join lateral (
             select case when line.ordered_before is not null and line.shipped_qty is null then 'ordered'
                         when line.received_qty is not null and not exists (
                           select from claims k
                            where k.order_line_id = line.id and k.state in ('opened', 'answered', 'escalated', 'decided'))
                           then 'received'
                         when line.shipped_qty is not null then 'shipped'
                         when line.confirmed_qty is not null then 'confirmed'
                         else 'ordered' end as name
           ) stage
           cross join lateral (
             select case stage.name when 'received' then line.received_qty when 'shipped' then line.shipped_qty
                      when 'confirmed' then line.confirmed_qty else coalesce(line.ordered_qty, 0) end as qty,
                    coalesce(case stage.name when 'received' then line.received_grams when 'shipped' then line.shipped_grams
                      when 'confirmed' then line.confirmed_grams else line.ordered_grams end, 0) as grams
           ) known
           where o.restaurant_id = r.id and ${isOpen}
          union all
          select o.id, o.freight_tax_percent, box.freight_yen + box.cool_yen
            from orders o
            join parcels box on box.order_id = o.id and box.unused_at is null and not box.waived
           where o.restaurant_id = r.id and ${isOpen}
        ) part
       group by part.order_id, part.percent
    ) per_rate`
