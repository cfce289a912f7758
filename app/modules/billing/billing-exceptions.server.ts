import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { addHours, jstDateOf } from '#kernel/jst.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf } from '#modules/ledger/open-item.ts'
import { countingInvoice } from './balances.server.ts'
import { dueRestaurants, settledClosings } from './close-period.server.ts'

type Parts = Pick<Ctx, 'db' | 'now'>

/** Restaurants with an invoice past its due day, what they have not paid of such invoices, and the earliest due day. */
export async function overdueRestaurants({ db, now }: Parts): Promise<OpenItem> {
  const { rows } = await sql<OpenItemRow>`
    with paid as (select document_id, sum(yen) as yen from payment_allocations where document_id is not null group by 1)
    select count(distinct d.restaurant_id) as count, coalesce(sum(d.total_yen - coalesce(p.yen, 0)), 0) as yen,
           min(d.due_on) as since
      from issued_documents d left join paid p on p.document_id = d.id
     where ${countingInvoice} and d.due_on < ${jstDateOf(now)} and d.total_yen > coalesce(p.yen, 0)`.execute(db)
  return rows[0] ? openItemOf(rows[0]) : nothingOpen
}

const mostDue = 100_000

/**
 * Restaurants of which a period should have been closed a day ago at the latest and is not, as when their invoice cannot be
 * made: how much of it is billed nowhere, with tax, and its first day of supply.
 */
export async function missedClosings({ db, now }: Parts): Promise<OpenItem> {
  const yesterday = addHours(now, -24)
  const ids = await dueRestaurants({ db, now: yesterday }, { most: mostDue })
  if (ids.length === 0) return nothingOpen
  const closings = settledClosings(yesterday)
  const { rows } = await sql<Omit<OpenItemRow, 'count'>>`
    select coalesce(sum(h.total_yen), 0) as yen, min(h.supplied_on) as since
      from charges h join restaurants r on r.id = h.restaurant_id
      join unnest(${closings.map(({ day }) => day)}::int[], ${closings.map(({ closesOn }) => closesOn)}::date[])
        as s (day, closes_on) on s.day = r.closing_day
     where r.id = any(${ids}::uuid[]) and h.supplied_on <= s.closes_on
       and not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant')`.execute(db)
  return openItemOf({ count: String(ids.length), yen: null, since: null, ...rows[0] })
}
