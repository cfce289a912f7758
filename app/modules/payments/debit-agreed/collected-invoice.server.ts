import { sql } from 'kysely'
import type { JstDate } from '#kernel/jst.ts'

/**
 * In a query of `open_invoices` and `restaurants`, or of their aliases: whether our bank collects the invoice, so that nobody is asked to transfer
 * it. Not any more once the bank could not collect it, or an invoice that it replaces.
 */
export const isCollectedAs = (
  invoice: string,
  restaurant: string,
) => sql<boolean>`(${sql.ref(`${restaurant}.paymentMethod`)} = 'direct_debit'
  and exists (select from debit_agreements a where a.restaurant_id = ${sql.ref(`${restaurant}.id`)}
    and a.agreed_at is not null and a.ended_at is null)
  and exists (select from debit_settings where collector_code <> '')
  and not exists (
    with recursive chain as (
      select d.id, d.supersedes from issued_documents d where d.id = ${sql.ref(`${invoice}.id`)}
      union all
      select b.id, b.supersedes from issued_documents b join chain on b.id = chain.supersedes)
    select from chain join debit_items i on i.document_id = chain.id where i.outcome not in ('paid', 'cancelled')))`

export const isCollected = isCollectedAs('openInvoices', 'restaurants')

/** A from and where clause: the item `asked` by which the bank was asked to collect an invoice and has not answered; at most one. */
const fromAskedItem = (invoice: string) =>
  sql`debit_items asked where asked.document_id = ${sql.ref(`${invoice}.id`)} and asked.ended_at is null`

/**
 * In a query of `open_invoices` or `issued_documents`, or of an alias: whether the bank was asked to collect the invoice, or what is
 * unpaid of it, and its answer is not known yet: by a direct debit, or by captures of cards that are as much as is unpaid. Such an
 * invoice is not overdue anywhere: it cannot be paid otherwise meanwhile.
 */
export const isBeingCollectedAs = (invoice: string) => sql<boolean>`(exists (select from ${fromAskedItem(invoice)})
  or exists (
    select from card_movements m
      join closing_charges cc on cc.charge_id = m.charge_id and cc.side = 'restaurant'
     where m.kind = 'capture' and m.state = 'asked' and cc.closing_id = ${sql.ref(`${invoice}.closingId`)}
    having sum(m.yen) >= ${sql.ref(`${invoice}.totalYen`)} - (
      select coalesce(sum(a.yen), 0) from payment_allocations a where a.document_id = ${sql.ref(`${invoice}.id`)})))`

/** In a query of `open_invoices`: the day on which the bank was asked to collect it; null: it was not asked yet. */
export const askedToCollectOn = sql<JstDate | null>`(
  select (select r.debit_on from debit_runs r where r.id = asked.run_id) from ${fromAskedItem('openInvoices')})`
