import { sql } from 'kysely'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { lateRateFrom } from '#modules/credit/late-rate.server.ts'
import type { InvoiceContent } from '#modules/issued-documents/document-content.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { isBeingCollectedAs } from '#modules/payments/debit-agreed/collected-invoice.server.ts'
import { countingInvoice } from './balances.server.ts'
import { type InvoiceState, invoiceState } from './invoice-state.ts'

export type InvoiceRow = {
  id: IssuedDocumentId
  number: string
  restaurantId: RestaurantId
  restaurant: string
  fromOn: JstDate
  toOn: JstDate
  issuedOn: JstDate
  dueOn: JstDate
  /** Of this period alone; what is carried belongs to an earlier invoice. */
  totalYen: Yen
  paidYen: Yen
  /** What staff have written off (貸倒れ): settled, and not paid. */
  settledYen: Yen
  unpaidYen: Yen
  state: InvoiceState
}

type Filter = {
  restaurantId?: RestaurantId
  ids?: readonly IssuedDocumentId[]
  month?: string | null
  unpaid?: boolean
  writtenOff?: boolean
}

/** Invoices that count, the newest first, with what was paid of each. */
export async function invoiceRows(
  { db, now }: { db: DbOrTx; now: Date },
  { restaurantId, ids, month, unpaid = false, writtenOff = false }: Filter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<InvoiceRow[]> {
  type Sums = 'totalYen' | 'paidYen' | 'settledYen'
  type Row = Omit<InvoiceRow, Sums | 'unpaidYen' | 'state'> & Record<Sums, string> & { isBeingCollected: boolean }
  const { rows } = await sql<Row>`
    select d.id, d.number, d.restaurant_id as "restaurantId", d.counterparty as restaurant, d.from_on as "fromOn",
           d.to_on as "toOn", d.issued_on as "issuedOn", d.due_on as "dueOn", d.total_yen as "totalYen", p.paid as "paidYen",
           p.settled as "settledYen", ${isBeingCollectedAs('d')} as "isBeingCollected"
      from issued_documents d
      cross join lateral (
        select coalesce(sum(a.yen) filter (where a.taken_from <> 'bad_debt'), 0) as paid,
               coalesce(sum(a.yen) filter (where a.taken_from = 'bad_debt'), 0) as settled
          from payment_allocations a where a.document_id = d.id) p
     where ${countingInvoice}
       and (${restaurantId ?? null}::uuid is null or d.restaurant_id = ${restaurantId ?? null}::uuid)
       and (${ids ?? null}::uuid[] is null or d.id = any(${ids ?? null}::uuid[]))
       and (${month ?? null}::text is null or to_char(d.to_on, 'YYYY-MM') = ${month ?? null}::text)
       and (not ${unpaid}::boolean or d.total_yen > p.paid + p.settled)
       and (not ${writtenOff}::boolean or d.id in (
         select document_id from payment_allocations where taken_from = 'bad_debt' group by 1 having sum(yen) <> 0))
     order by d.issued_on desc, d.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ isBeingCollected, ...row }) => {
    const totalYen = yen(Number(row.totalYen))
    const paidYen = yen(Number(row.paidYen))
    const settledYen = yen(Number(row.settledYen))
    const unpaidYen = yen(totalYen - paidYen - settledYen)
    return {
      ...row,
      totalYen,
      paidYen,
      settledYen,
      unpaidYen,
      state: invoiceState({ unpaidYen, settledYen, dueOn: row.dueOn, isBeingCollected }, jstDateOf(now)),
    }
  })
}

/** Two years of months, and of restaurants that close more often than monthly there is none. */
const mostInvoices = 24

/** The invoices of the caller's restaurant; of one month, by the closing day. */
export const ownInvoices = query(
  'billing.see',
  async (ctx: Ctx, month: string | null = null): Promise<InvoiceRow[]> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'billing.see', { restaurantId })
    return invoiceRows(ctx, { restaurantId, month }, { limit: mostInvoices })
  },
)

/**
 * What the caller's restaurant has to pay, the earliest due date first, the account that its newest invoice names, and the rate of
 * the late charge today.
 */
export const ownUnpaid = query(
  'billing.see',
  async (ctx: Ctx): Promise<{ invoices: InvoiceRow[]; payTo: InvoiceContent['payTo']; lateRateTenths: number }> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'billing.see', { restaurantId })
    const unpaid = await invoiceRows(ctx, { restaurantId, unpaid: true }, { limit: mostInvoices })
    const [newest] = unpaid
    const content = newest && (await invoiceContent(ctx, newest.id))
    const { rateTenths } = await lateRateFrom(ctx.db, jstDateOf(ctx.now))
    return {
      invoices: unpaid.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1)),
      payTo: content?.payTo ?? null,
      lateRateTenths: rateTenths,
    }
  },
)

/** `yen`: what it pays of the invoice; `bankFeeYen`: the part of that which its bank deducted and we bear. */
export type PaymentOfInvoice = { receivedOn: JstDate; method: PaymentMethod; yen: Yen; bankFeeYen: Yen }
/** `replaces`: the void one in whose place it is, and why. */
export type Invoice = InvoiceRow & {
  content: InvoiceContent
  payments: PaymentOfInvoice[]
  replaces: { number: string; reason: string } | null
}

/** One invoice with all that is printed on it, for its restaurant and for staff. */
export const invoiceById = query('billing.see', async (ctx: Ctx, id: IssuedDocumentId): Promise<Invoice> => {
  requireSignedIn(ctx)
  const [row] = await invoiceRows(ctx, { ids: [id] }, { limit: 1 })
  if (!row) throw new NotFound('invoice')
  seeOrNotFound(ctx.actor, 'billing.see', row)
  const { content, before, reason } = await ctx.db
    .selectFrom('issuedDocuments as d')
    .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
    .leftJoin('documentVoids as v', 'v.documentId', 'before.id')
    .select(['d.content', 'before.number as before', 'v.reason'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  if (content.kind !== 'invoice') throw new NotFound('invoice')
  const payments = await paymentsOf(ctx.db, id)
  return { ...row, content, payments, replaces: before === null ? null : { number: before, reason: reason ?? '' } }
})

/** What pays an invoice, the last one at the end; a payment whose allocations were undone does not count. */
export async function paymentsOf(db: DbOrTx, invoiceId: IssuedDocumentId): Promise<PaymentOfInvoice[]> {
  const { rows } = await sql<Omit<PaymentOfInvoice, 'yen' | 'bankFeeYen'> & { yen: string; bankFeeYen: string }>`
    select p.received_on as "receivedOn", p.method, sum(a.yen) as yen,
           coalesce(sum(a.yen) filter (where a.taken_from = 'bank_fees'), 0) as "bankFeeYen"
      from payment_allocations a join payments p on p.id = a.payment_id
     where a.document_id = ${invoiceId}
     group by p.id having sum(a.yen) <> 0 order by p.received_on, p.id`.execute(db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)), bankFeeYen: yen(Number(row.bankFeeYen)) }))
}

async function invoiceContent({ db }: Ctx, id: IssuedDocumentId): Promise<InvoiceContent> {
  const { content } = await db
    .selectFrom('issuedDocuments')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (content.kind !== 'invoice') throw new NotFound('invoice')
  return content
}
/** Which invoice stands in the place of one that was replaced, for links to the old one; null: it was not replaced. */
export const invoiceInPlaceOf = query(
  'billing.see',
  async (ctx: Ctx, id: IssuedDocumentId): Promise<IssuedDocumentId | null> => {
    requireSignedIn(ctx)
    const { rows } = await sql<{ id: IssuedDocumentId; restaurantId: RestaurantId }>`
      with recursive later as (
        select id, restaurant_id, 0 as at from issued_documents where id = ${id} and kind = 'invoice'
        union all
        select n.id, n.restaurant_id, later.at + 1 from issued_documents n join later on n.supersedes = later.id)
      select id, restaurant_id as "restaurantId" from later order by at desc limit 1`.execute(ctx.db)
    const last = rows[0]
    if (!last) throw new NotFound('invoice')
    seeOrNotFound(ctx.actor, 'billing.see', last)
    return last.id === id ? null : last.id
  },
)
