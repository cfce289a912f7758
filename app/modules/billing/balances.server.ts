import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'

/** Whether an invoice counts: it is neither void nor replaced by another one. Of rows `d` of issued_documents. */
export const countingInvoice = sql<boolean>`(d.kind = 'invoice'
  and not exists (select from document_voids v where v.document_id = d.id)
  and not exists (select from issued_documents n where n.supersedes = d.id))`

/** What a restaurant owes of the invoices so far, and what it has paid, and staff have written off, since the last one. */
export type Balance = { carriedYen: Yen; paidYen: Yen; settledYen: Yen }

/** Credit below zero. Restaurants without an invoice and without a payment are not in it. */
export async function balancesOf(db: DbOrTx, ids: readonly RestaurantId[]): Promise<Map<RestaurantId, Balance>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    restaurantId: RestaurantId
    billed: string
    paid: string
    since: string
    settled: string
  }>`
    with billed as (
      select d.restaurant_id, sum(d.total_yen) as yen, max(d.at) as last_at
        from issued_documents d where d.restaurant_id = any(${ids}::uuid[]) and ${countingInvoice} group by 1)
    select r.id as restaurant_id, coalesce(b.yen, 0) as billed, coalesce(p.paid, 0) as paid, coalesce(p.since, 0) as since,
           coalesce(p.settled, 0) as settled
      from unnest(${ids}::uuid[]) r (id)
      left join billed b on b.restaurant_id = r.id
      left join lateral (
        select sum(a.yen) as paid,
               sum(a.yen) filter (where a.taken_from <> 'bad_debt' and (b.last_at is null or a.at > b.last_at)) as since,
               sum(a.yen) filter (where a.taken_from = 'bad_debt' and (b.last_at is null or a.at > b.last_at)) as settled
          from payment_allocations a where a.restaurant_id = r.id) p on true`.execute(db)
  return new Map(
    rows.map(({ restaurantId, billed, paid, since, settled }) => [
      restaurantId,
      { carriedYen: yen(Number(billed) - Number(paid)), paidYen: yen(Number(since)), settledYen: yen(Number(settled)) },
    ]),
  )
}

export const noBalance: Balance = { carriedYen: zeroYen, paidYen: zeroYen, settledYen: zeroYen }
