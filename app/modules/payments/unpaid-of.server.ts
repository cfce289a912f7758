import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { OpenInvoice } from './payers.ts'

/**
 * What is still to be paid of these invoices: their total less what was allocated to them. Zero of one that is void or was
 * replaced. Below zero: more came back than was bought.
 */
export async function unpaidOf(
  db: DbOrTx,
  documentIds: readonly IssuedDocumentId[],
): Promise<Map<IssuedDocumentId, Yen>> {
  if (documentIds.length === 0) return new Map()
  const open = await openInvoices(db, paidOfEach).where('d.id', 'in', documentIds).execute()
  const unpaid = new Map(open.map(({ documentId, unpaidYen }) => [documentId, yen(unpaidYen)]))
  return new Map(documentIds.map((id) => [id, unpaid.get(id) ?? yen(0)]))
}

/** Invoices that stand and are not paid, of these restaurants or of all. */
export async function openInvoicesOf(db: DbOrTx, restaurantIds?: readonly RestaurantId[]): Promise<OpenInvoice[]> {
  if (restaurantIds?.length === 0) return []
  const rows = await (restaurantIds
    ? openInvoices(db, paidOfEach).where('d.restaurantId', 'in', restaurantIds)
    : openInvoices(db, paidOfAll)
  ).execute()
  return ofRestaurants(rows)
}

/** So many of all invoices that stand and are not paid, the earliest due first; of rows `d`, and `a` of what was paid. */
export async function openInvoicesIn(db: DbOrTx, which: RawBuilder<boolean>, most: number): Promise<OpenInvoice[]> {
  return ofRestaurants(
    await openInvoices(db, paidOfAll).where(which).orderBy('d.dueOn').orderBy('d.number').limit(most).execute(),
  )
}

const ofRestaurants = (rows: readonly OpenRow[]): OpenInvoice[] =>
  rows.flatMap(({ restaurantId, unpaidYen, ...invoice }) =>
    restaurantId ? [{ ...invoice, restaurantId, unpaidYen: yen(unpaidYen) }] : [],
  )

type OpenRow = Omit<OpenInvoice, 'restaurantId' | 'unpaidYen'> & {
  restaurantId: RestaurantId | null
  unpaidYen: number
}

/** Read as a set where all invoices are asked for, and one by one where a few are. */
const paidOfAll = sql<{ paid: number }>`
  (select document_id, sum(yen)::bigint as paid from payment_allocations where document_id is not null group by 1)`
const paidOfEach = sql<{ paid: number }>`
  lateral (select d.id as document_id, sum(yen)::bigint as paid from payment_allocations where document_id = d.id)`

const openInvoices = (db: DbOrTx, paid: typeof paidOfAll) =>
  db
    .selectFrom('issuedDocuments as d')
    .leftJoin(paid.as('a'), (join) => join.on(sql<boolean>`a.document_id = d.id`))
    .select([
      'd.id as documentId',
      'd.restaurantId',
      'd.number',
      'd.toOn as closedOn',
      'd.dueOn',
      sql<number>`(d.total_yen - coalesce(a.paid, 0))::bigint`.as('unpaidYen'),
    ])
    .where('d.kind', '=', 'invoice')
    .where(sql<boolean>`d.total_yen <> coalesce(a.paid, 0)`)
    .where((is) =>
      is.not(
        is.exists(is.selectFrom('documentVoids as v').select('v.documentId').whereRef('v.documentId', '=', 'd.id')),
      ),
    )
    .where((is) =>
      is.not(is.exists(is.selectFrom('issuedDocuments as n').select('n.id').whereRef('n.supersedes', '=', 'd.id'))),
    )

/** What restaurants have paid beyond their invoices, by the payment that it is of; the oldest first. */
export async function creditsOf(db: DbOrTx, restaurantIds?: readonly RestaurantId[]) {
  if (restaurantIds?.length === 0) return []
  const rows = await db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .select(['a.restaurantId', 'p.id as paymentId', sql<number>`sum(a.yen)::bigint`.as('yen')])
    .where('a.documentId', 'is', null)
    .$if(restaurantIds !== undefined, (query) => query.where('a.restaurantId', 'in', restaurantIds ?? []))
    .groupBy(['a.restaurantId', 'p.id'])
    .having(sql<boolean>`sum(a.yen) <> 0`)
    .orderBy('p.receivedOn')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...row, yen: yen(row.yen) }))
}
