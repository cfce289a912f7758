import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { type IssuedDocumentId, newId, type PaymentId, type RestaurantId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { lockForMatching } from '../record-payment.server.ts'
import { unpaidOf } from '../unpaid-of.server.ts'
import type { CardCtx } from './hold-store.server.ts'

type Waiting = { paymentId: PaymentId; restaurantId: RestaurantId; documentId: IssuedDocumentId; yen: number }

/**
 * A card mostly pays before the invoice is issued that lists the order, so its payment waits as credit. Once there is the
 * invoice, that credit pays it. The books know of no difference: both are the receivable of the restaurant. How many.
 */
export async function payInvoices({ db, now }: Pick<CardCtx, 'db' | 'now'>): Promise<number> {
  const restaurants = new Set((await waitingPayments(db, null)).map(({ restaurantId }) => restaurantId))
  let count = 0
  for (const restaurantId of restaurants)
    count += await db.transaction().execute(async (db) => {
      await lockForMatching(db, { paymentIds: [], restaurantIds: [restaurantId] })
      const waiting = await waitingPayments(db, restaurantId)
      const unpaid = await unpaidOf(
        db,
        waiting.map(({ documentId }) => documentId),
      )
      let moved = 0
      for (const { paymentId, documentId, yen: credit } of waiting) {
        const left = unpaid.get(documentId) ?? yen(0)
        const amount = credit < 0 ? credit : Math.min(credit, Math.max(0, left))
        if (amount === 0) continue
        unpaid.set(documentId, yen(left - amount))
        const allocation = {
          paymentId,
          restaurantId,
          reason: 'クレジットカード利用',
          reverses: null,
          eventId: null,
          at: now,
        }
        await db
          .insertInto('paymentAllocations')
          .values([
            { ...allocation, id: newId<'allocation'>(), documentId: null, yen: yen(-amount) },
            { ...allocation, id: newId<'allocation'>(), documentId, yen: yen(amount) },
          ])
          .execute()
        moved += 1
      }
      return moved
    })
  return count
}

/** Payments by card whose credit is not used, with the invoice in force that lists their order; refunds first. */
async function waitingPayments(db: DbOrTx, restaurantId: RestaurantId | null): Promise<Waiting[]> {
  type Row = Omit<Waiting, 'yen'> & { yen: string }
  const { rows } = await sql<Row>`
    select a.payment_id as "paymentId", a.restaurant_id as "restaurantId", d.id as "documentId", sum(a.yen) as yen
      from payment_allocations a
      join card_movements m on m.payment_id = a.payment_id or m.undone_by = a.payment_id
      join closing_charges cc on cc.charge_id = m.charge_id and cc.side = 'restaurant'
      join issued_documents d on d.closing_id = cc.closing_id and d.kind = 'invoice'
     where a.document_id is null
       and (${restaurantId}::uuid is null or a.restaurant_id = ${restaurantId}::uuid)
       and not exists (select from document_voids v where v.document_id = d.id)
       and not exists (select from issued_documents n where n.supersedes = d.id)
     group by 1, 2, 3
    having sum(a.yen) < 0 or (sum(a.yen) > 0 and d.total_yen > (
             select coalesce(sum(x.yen), 0) from payment_allocations x where x.document_id = d.id))
     order by sum(a.yen) < 0 desc, a.payment_id`.execute(db)
  return rows.map((row) => ({ ...row, yen: Number(row.yen) }))
}
