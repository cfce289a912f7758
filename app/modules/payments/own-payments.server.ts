import { sql } from 'kysely'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import type { IssuedDocumentId, PaymentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

type Pays = { documentId: IssuedDocumentId | null; invoice: string | null; yen: Yen; bankFeeYen: Yen }

export type OwnPayment = {
  id: PaymentId
  receivedOn: JstDate
  method: PaymentMethod
  /** What of it is the restaurant's: one transfer may pay for several. */
  yen: Yen
  /** What it pays now; without a document it is credit for the next invoice. */
  pays: Pays[]
}
type Cursor = { on: JstDate; id: PaymentId }

/** The payments of the caller's restaurant that were matched, the newest first; what was undone is not in it. */
export const ownPayments = query(
  'billing.see',
  async (
    ctx,
    { after, limit }: { after: Cursor | null; limit: number },
  ): Promise<{ payments: OwnPayment[]; next: Cursor | null }> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'billing.see', { restaurantId })
    const { rows } = await sql<Omit<OwnPayment, 'yen'> & { yen: string }>`
      with of_document as (
        select payment_id, document_id, sum(yen) as yen,
               coalesce(sum(yen) filter (where taken_from = 'bank_fees'), 0) as fee
          from payment_allocations where restaurant_id = ${restaurantId}
         group by 1, 2 having sum(yen) <> 0)
      select p.id, p.received_on, p.method, sum(m.yen - m.fee) as yen,
             json_agg(json_build_object('documentId', m.document_id, 'invoice', d.number, 'yen', m.yen, 'bankFeeYen', m.fee)
                      order by d.number nulls last) as pays
        from of_document m join payments p on p.id = m.payment_id left join issued_documents d on d.id = m.document_id
       where ${after === null}::boolean or (p.received_on, p.id) < (${after?.on ?? null}::date, ${after?.id ?? null}::uuid)
       group by p.id order by p.received_on desc, p.id desc limit ${limit + 1}`.execute(ctx.db)
    const payments = rows.slice(0, limit).map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
    const last = payments.at(-1)
    return { payments, next: rows.length > limit && last ? { on: last.receivedOn, id: last.id } : null }
  },
)
