import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { closingDays, type PaymentMethod } from '#kernel/enums.ts'
import { type ChargeId, type ClosingId, newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, earlierDay, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { settleDays } from '#kernel/payment-terms.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvents } from '#modules/audit-log/record-event.server.ts'
import { closingBefore, periodStart } from '#modules/banking/closing-day.ts'
import { dueDate } from '#modules/banking/due-date.ts'
import type { InvoiceContent, PrintedSlip } from '#modules/issued-documents/document-content.ts'
import { issueDocuments } from '#modules/issued-documents/issue-document.server.ts'
import { issuerOf } from '#modules/issued-documents/issuer.ts'
import { printedSlips, type SlipOfCharge } from '#modules/issued-documents/printed-slips.server.ts'
import { writeClosings } from '#modules/issued-documents/write-closings.server.ts'
import { mailToOf, notifyEach } from '#modules/notifications/notify.server.ts'
import { ownersOf } from '#modules/organisations/approval/tell-members.server.ts'
import { balancesOf, countingInvoice, noBalance } from './balances.server.ts'
import { type BillTo, lockBillTo } from './bill-to.server.ts'
import { invoiceIssued } from './billing-mails.server.tsx'
import { invoiceSums } from './invoice-sums.ts'
import { chargeLateDays, printedLateCharges } from './late-charges.server.ts'

/** An invoice holds some hundred slips: a batch of this many restaurants fits into memory. */
const batchSize = 50

/** The last closing day of each kind whose orders have all become final: three days after it. */
export const settledClosings = (now: Date) =>
  closingDays.map((day) => ({ day, closesOn: closingBefore(addDays(jstDateOf(now), -settleDays), day) }))

/** Restaurants with something to bill or carried at a closing day that has settled, in the order of their ids. */
export async function dueRestaurants(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { after = null, most }: { after?: RestaurantId | null; most: number },
): Promise<RestaurantId[]> {
  const closings = settledClosings(now)
  // first which restaurants are not closed yet, which is a quick query: most of the time none is left
  const { rows } = await sql<{ id: RestaurantId }>`
    with open as materialized (
      select r.id, s.closes_on from restaurants r
        join unnest(${closings.map(({ day }) => day)}::int[], ${closings.map(({ closesOn }) => closesOn)}::date[])
          as s (day, closes_on) on s.day = r.closing_day
       where (${after}::uuid is null or r.id > ${after}::uuid)
         and not exists (select from closings c where c.restaurant_id = r.id and c.to_on >= s.closes_on)
       order by r.id)
    select r.id from open r
     where exists (select from charges h where h.restaurant_id = r.id and h.supplied_on <= r.closes_on
                      and not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant'))
        or coalesce((select sum(d.total_yen) from issued_documents d
                      where d.restaurant_id = r.id and ${countingInvoice}), 0)
           <> coalesce((select sum(a.yen) from payment_allocations a where a.restaurant_id = r.id), 0)
     order by r.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Closed = { invoices: number; failed: { id: RestaurantId; why: string }[] }

/**
 * Closes the periods that are due, in batches with a transaction each: what was interrupted is taken up by the next run,
 * and what is closed is not closed again. A restaurant that fails is left out and named; the others are not held up.
 */
export async function closeDuePeriods(ctx: Ctx, operator: Operator, until: Date | null = null): Promise<Closed> {
  const closed: Closed = { invoices: 0, failed: [] }
  let after: RestaurantId | null = null
  while (until === null || Date.now() < until.getTime()) {
    const batch: RestaurantId[] = await dueRestaurants(ctx, { after, most: batchSize })
    after = batch.at(-1) ?? null
    if (after === null) break
    try {
      closed.invoices += await closePeriods(ctx, operator, batch)
    } catch {
      for (const id of batch)
        try {
          closed.invoices += await closePeriods(ctx, operator, [id])
        } catch (error) {
          closed.failed.push({ id, why: String(error) })
        }
    }
  }
  return closed
}

/**
 * Closes the last settled period of each of these restaurants, in one transaction: every charge up to the closing day that
 * is in no period yet, also a late one of an earlier month, and one invoice each. Returns how many were issued.
 */
export const closePeriods = (ctx: Ctx, operator: Operator, ids: readonly RestaurantId[]): Promise<number> =>
  ctx.db.transaction().execute((db) => closeInside({ ...ctx, db }, operator, ids))

async function closeInside(ctx: Ctx, operator: Operator, ids: readonly RestaurantId[]): Promise<number> {
  const settled = new Map(settledClosings(ctx.now).map(({ day, closesOn }) => [day, closesOn]))
  const locked = (await lockBillTo(ctx.db, ids)).flatMap((billTo) => {
    const toOn = settled.get(billTo.closingDay)
    return toOn ? [{ billTo, toOn }] : []
  })
  const earlier = await lastClosings(ctx.db, ids)
  const open = locked.filter(({ billTo, toOn }) => (earlier.get(billTo.id) ?? '') < toOn)
  await chargeLateDays(
    ctx,
    open.map(({ billTo, toOn }) => ({ restaurantId: billTo.id, toOn })),
  )
  const chargeIds = await unbilled(ctx.db, open)
  const slips = Map.groupBy(await printedSlips(ctx.db, chargeIds), (slip) => slip.restaurantId)
  const late = Map.groupBy(await printedLateCharges(ctx.db, chargeIds), ({ restaurantId }) => restaurantId)
  const balances = await balancesOf(ctx.db, ids)
  const periods = open.flatMap(({ billTo, toOn }) => {
    const ofOne = slips.get(billTo.id) ?? []
    const balance = balances.get(billTo.id) ?? noBalance
    const lateCharges = late.get(billTo.id) ?? []
    if (ofOne.length === 0 && lateCharges.length === 0 && balance.carriedYen === 0) return []
    const before = earlier.get(billTo.id)
    const first = ofOne[0]?.slip.suppliedOn ?? toOn
    const fromOn = before ? addDays(before, 1) : earlierDay(first, periodStart(toOn, billTo.closingDay))
    return [{ id: newId<'closing'>(), billTo, fromOn, toOn, slips: ofOne, lateCharges, balance }]
  })
  if (periods.length === 0) return 0
  await writeClosings(
    ctx,
    'restaurant',
    periods.map(({ id, billTo, fromOn, toOn, slips, lateCharges }) => {
      const chargeIds = [...slips, ...lateCharges].map(({ chargeId }) => chargeId)
      return { id, restaurantId: billTo.id, fromOn, toOn, chargeIds }
    }),
  )
  await recordEvents(
    ctx.db,
    ctx,
    periods.map(({ billTo, toOn }) => ({ kind: 'period_closed', aboutRestaurantId: billTo.id, data: { toOn } })),
  )
  const billed = periods.filter(asksForMoney)
  await issueAll(ctx, operator, billed)
  return billed.length
}

type Period = {
  id: ClosingId
  billTo: BillTo
  fromOn: JstDate
  toOn: JstDate
  slips: readonly SlipOfCharge[]
  lateCharges: Awaited<ReturnType<typeof printedLateCharges>>
  balance: { carriedYen: number; paidYen: number; settledYen?: number }
}

/** An order of which claims took everything off is in a period, but it is no reason for an invoice. */
const asksForMoney = ({ slips, lateCharges, balance }: Period) =>
  balance.carriedYen !== 0 ||
  lateCharges.length > 0 ||
  slips.some(({ slip }) => slip.untaxedYen !== 0 || slip.perRate.some(({ baseYen }) => baseYen !== 0))

async function lastClosings(db: DbOrTx, ids: readonly RestaurantId[]): Promise<Map<RestaurantId, JstDate>> {
  const rows = await db
    .selectFrom('closings')
    .select(({ fn }) => ['restaurantId', fn.max('toOn').as('toOn')])
    .where('restaurantId', 'in', ids)
    .groupBy('restaurantId')
    .execute()
  return new Map(rows.flatMap(({ restaurantId, toOn }) => (restaurantId ? [[restaurantId, toOn] as const] : [])))
}

async function unbilled(db: DbOrTx, open: readonly { billTo: BillTo; toOn: JstDate }[]): Promise<ChargeId[]> {
  const { rows } = await sql<{ id: ChargeId }>`
    select h.id from charges h
      join unnest(${open.map(({ billTo }) => billTo.id)}::uuid[], ${open.map(({ toOn }) => toOn)}::date[])
        as s (restaurant_id, to_on) on s.restaurant_id = h.restaurant_id and h.supplied_on <= s.to_on
     where not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant')`.execute(db)
  return rows.map(({ id }) => id)
}

/** The numbers come last: the series is locked from the first of them until the transaction ends. */
async function issueAll(ctx: Ctx, operator: Operator, periods: readonly Period[]): Promise<void> {
  if (periods.length === 0) return
  const owners = await ownersOf(
    ctx.db,
    periods.filter(({ billTo }) => billTo.billingEmail === '').map(({ billTo }) => ({ restaurantId: billTo.id })),
  )
  const documents = periods.map((period) => ({
    ...period,
    documentId: newId<'issuedDocument'>(),
    content: invoiceContent(operator, period),
  }))
  const numbers = await issueDocuments(
    ctx,
    documents.map(({ id, documentId, billTo, fromOn, toOn, content }) => ({
      id: documentId,
      content,
      restaurantId: billTo.id,
      closingId: id,
      fromOn,
      toOn,
      dueOn: content.dueOn,
      totalYen: content.periodYen,
      issuedBy: operator.name,
    })),
  )
  await notifyEach(
    ctx.db,
    ctx.now,
    invoiceIssued,
    documents.flatMap(({ documentId: id, billTo, toOn, content: { periodYen, dueYen, dueOn } }) => {
      const number = numbers.get(id) ?? ''
      const data = { restaurant: billTo.to.name, toOn, periodYen, dueYen, dueOn, id, number }
      const to = billTo.billingEmail
        ? [billTo.billingEmail as Email]
        : owners.filter(({ restaurantId }) => restaurantId === billTo.id).map(mailToOf)
      return to.map((receiver) => ({
        key: `invoice:${id}:${typeof receiver === 'string' ? receiver : receiver.personId}`,
        to: receiver,
        data,
      }))
    }),
  )
}

/** All that the invoice says; what is carried has been taxed before. */
export function invoiceContent(operator: Operator, period: Omit<Period, 'id'>): InvoiceContent {
  const { billTo, fromOn, toOn, balance } = period
  // what it costs the farm is on its statement
  const slips = period.slips.map(({ slip: { restaurant: _, farmYen: __, feeYen: ___, ...slip } }): PrintedSlip => slip)
  const lateCharges = period.lateCharges.map(({ chargeId: _, restaurantId: __, ...late }) => late)
  const sums = invoiceSums(slips, lateCharges)
  const dueYen = yen(balance.carriedYen + sums.periodYen)
  const { settledYen = 0 } = balance
  return {
    kind: 'invoice',
    issuer: issuerOf(operator),
    to: billTo.to,
    fromOn,
    toOn,
    dueOn: dueDate(toOn, operator.buyerTerms, 'next'),
    slips,
    ...(lateCharges.length > 0 && { lateCharges }),
    ...sums,
    previousYen: yen(balance.carriedYen + balance.paidYen + settledYen),
    paidYen: yen(balance.paidYen),
    ...(settledYen !== 0 && { settledYen: yen(settledYen) }),
    carriedYen: yen(balance.carriedYen),
    dueYen,
    payTo: paysByTransfer(billTo.paymentMethod, dueYen) ? operator.payTo : null,
  }
}

/** What a card did not pay is transferred. */
const paysByTransfer = (method: PaymentMethod, dueYen: Yen): boolean =>
  method === 'transfer' || (method === 'card' && dueYen > 0)
