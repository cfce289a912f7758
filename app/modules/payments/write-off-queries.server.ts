import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { EventId, IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { invoiceById } from '#modules/billing/invoice-queries.server.ts'
import { creditForStaff } from '#modules/credit/set-limit.server.ts'
import { requireSeesDeposits } from './deposit-access.ts'
import { creditsOf } from './unpaid-of.server.ts'

export type WriteOff = {
  id: EventId
  /** The invoice, or the one that replaced it. */
  documentId: IssuedDocumentId
  number: string
  restaurant: string
  yen: Yen
  reason: string
  at: Date
  by: string
  undoneAt: Date | null
  undoneBy: string | null
  undoReason: string | null
}

const mostShown = 100

type Condition = ReturnType<typeof sql<boolean>>

/**
 * The write-offs of these restaurants of which a condition is true, the newest first, also those that were undone; without
 * a number all of them. What was moved to a replacement is listed there.
 */
async function writeOffs(
  db: DbOrTx,
  restaurantIds: readonly RestaurantId[],
  { where = sql<boolean>`true`, most }: { where?: Condition; most?: number } = {},
): Promise<WriteOff[]> {
  const { rows } = await sql<WriteOff>`
    with newest as (
      select distinct on (a.event_id) a.* from payment_allocations a
       where a.taken_from = 'bad_debt' and a.reverses is null and a.restaurant_id = any (${restaurantIds}::uuid[])
       order by a.event_id, a.at desc, a.id desc)
    select a.event_id as id, a.document_id as "documentId", d.number, s.name as restaurant, a.yen, e.reason, e.at,
           e.actor_name as by, r.at as "undoneAt", u.actor_name as "undoneBy", r.reason as "undoReason"
      from newest a
      join events e on e.id = a.event_id
      join issued_documents d on d.id = a.document_id
      join restaurants s on s.id = a.restaurant_id
      left join payment_allocations r on r.reverses = a.id
      left join events u on u.id = r.event_id
     where ${where}
     order by e.at desc, a.event_id limit ${most ?? null}`.execute(db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
}

/** An invoice as staff see it before they give up what is unpaid of it, with what was given up of it before. */
export const invoiceForStaff = query('deposits.see', async (ctx: Ctx, id: IssuedDocumentId) => {
  requireSeesDeposits(ctx)
  const { content: _, ...invoice } = await invoiceById(ctx, id)
  const { restaurantId } = invoice
  const { credit } = await creditForStaff(ctx, restaurantId)
  const open = await ctx.db.selectFrom('openInvoices').select('disputedYen').where('id', '=', id).executeTakeFirst()
  return {
    invoice,
    writeOffs: await writeOffs(ctx.db, [restaurantId], { where: sql<boolean>`a.document_id = ${id}` }),
    isStopped: credit.stopReason !== null,
    /** What the restaurant claims of its deliveries, and what it has paid beyond its invoices: neither is lost. */
    disputedYen: yen(open?.disputedYen ?? 0),
    creditYen: sumYen((await creditsOf(ctx.db, [restaurantId])).map((it) => it.yen)),
  }
})

/** What was written off of a restaurant: the newest, and what it comes to in the last 365 days, less what was undone in them. */
export const writeOffsOfRestaurant = query('deposits.see', async (ctx: Ctx, restaurantId: RestaurantId) => {
  requireSeesDeposits(ctx)
  const since = momentOf(addDays(jstDateOf(ctx.now), -365), 0)
  const { rows } = await sql<{ yen: string }>`
    select coalesce(sum(yen), 0) as yen from payment_allocations
     where taken_from = 'bad_debt' and restaurant_id = ${restaurantId} and at >= ${since}`.execute(ctx.db)
  return {
    yearYen: yen(Number(rows[0]?.yen ?? 0)),
    rows: await writeOffs(ctx.db, [restaurantId], { most: mostShown }),
  }
})

/** What stands written off of these restaurants: money that comes in after it belongs to these invoices. */
export const standingWriteOffs = (db: DbOrTx, restaurantIds: readonly RestaurantId[]): Promise<WriteOff[]> =>
  restaurantIds.length === 0 ? Promise.resolve([]) : writeOffs(db, restaurantIds, { where: sql<boolean>`r.id is null` })
