import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { addHours } from '#kernel/jst.ts'
import { type OpenItem, type OpenItemRow, openItemsOf } from '#modules/ledger/open-item.ts'
import { dueRestaurants, settledClosings } from './close-period.server.ts'

/** A from and where clause: orders `o` of restaurants `r` in periods that have settled which are not final all the same. */
export function fromStuckOrders(now: Date) {
  const closings = settledClosings(now)
  return sql`orders o join restaurants r on r.id = o.restaurant_id
      join unnest(${closings.map(({ day }) => day)}::int[], ${closings.map(({ closesOn }) => closesOn)}::date[])
        as s (day, closes_on) on s.day = r.closing_day
     where o.total_inc_yen is null and o.state in ('shipped', 'delivered', 'inspected') and o.delivery_on <= s.closes_on`
}

const kinds = ['stuckOrders', 'missedInvoices'] as const

const mostDue = 100_000

/**
 * What was not closed as it should: such orders, with the earliest day of delivery; and restaurants of which a period should
 * have been closed a day ago at the latest and is not, as when their invoice cannot be made: how much of it is billed nowhere,
 * with tax, and its first day of supply.
 */
export async function closingExceptions({
  db,
  now,
}: Pick<Ctx, 'db' | 'now'>): Promise<Record<(typeof kinds)[number], OpenItem>> {
  const yesterday = addHours(now, -24)
  const ids = await dueRestaurants({ db, now: yesterday }, { most: mostDue })
  const closings = settledClosings(yesterday)
  const { rows } = await sql<OpenItemRow & { kind: (typeof kinds)[number] }>`
    select 'stuckOrders' as kind, count(*) as count, null as yen, min(o.delivery_on) as since from ${fromStuckOrders(now)}
    union all
    select 'missedInvoices', ${ids.length}::bigint, coalesce(sum(h.total_yen), 0), min(h.supplied_on)
      from charges h join restaurants r on r.id = h.restaurant_id
      join unnest(${closings.map(({ day }) => day)}::int[], ${closings.map(({ closesOn }) => closesOn)}::date[])
        as s (day, closes_on) on s.day = r.closing_day
     where r.id = any(${ids}::uuid[]) and h.supplied_on <= s.closes_on
       and not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant')`.execute(db)
  return openItemsOf(kinds, rows)
}
