import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { DebitAgreementId, IssuedDocumentId, PaymentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { accountText } from '#modules/banking/account-text.ts'
import type { NewAllocation } from '../record-payment.server.ts'
import { creditsOf, openInvoicesOf } from '../unpaid-of.server.ts'
import type { DebitObstacle } from './debit-labels.ts'

export type DueDebit = {
  documentId: IssuedDocumentId
  number: string
  dueOn: JstDate | null
  restaurantId: RestaurantId
  restaurant: string
  /** What is collected: what is unpaid, less the credit of the restaurant and what another invoice gives back. */
  yen: Yen
  creditYen: Yen
  account: string | null
  agreementId: DebitAgreementId | null
  obstacle: DebitObstacle | null
}

export type CreditUse = { paymentId: PaymentId; allocations: NewAllocation[] }

/**
 * The unpaid invoices, due until a day, of the restaurants that chose 口座振替, and why some are not collected: an invoice
 * that the bank could not collect is transferred instead. Credit of a restaurant pays its oldest invoice first; what an
 * invoice gives back is set off, and both stay open, as where a restaurant transfers the difference.
 */
export async function dueDebits(db: DbOrTx, until: JstDate): Promise<{ due: DueDebit[]; credits: CreditUse[] }> {
  const restaurants = await db
    .selectFrom('restaurants as r')
    .leftJoin('debitAgreements as a', (join) =>
      join.onRef('a.restaurantId', '=', 'r.id').on('a.agreedAt', 'is not', null).on('a.endedAt', 'is', null),
    )
    .select(['r.id', 'r.name', 'a.id as agreementId', 'a.bankName', 'a.branchName', 'a.type', 'a.lastDigits'])
    .where('r.paymentMethod', '=', 'direct_debit')
    .execute()
  const byId = new Map(restaurants.map((restaurant) => [restaurant.id, restaurant]))
  const all = await openInvoicesOf(db, [...byId.keys()])
  const open = all
    .filter(({ dueOn, unpaidYen }) => dueOn !== null && dueOn <= until && unpaidYen > 0)
    .toSorted((a, b) => compare(a.dueOn ?? '', b.dueOn ?? '') || compare(a.number, b.number))
  const earlier = await earlierItems(
    db,
    open.map(({ documentId }) => documentId),
  )
  const left = (await creditsOf(db, [...new Set(open.map(({ restaurantId }) => restaurantId))])).filter(
    (credit) => credit.yen > 0,
  )
  const refunds = new Map<RestaurantId, number>()
  const addRefund = (id: RestaurantId, amount: number) => refunds.set(id, (refunds.get(id) ?? 0) + amount)
  for (const { restaurantId, unpaidYen } of all) if (unpaidYen < 0) addRefund(restaurantId, -unpaidYen)
  // what a run asked less for is set off already
  for (const { documentId, restaurantId, unpaidYen } of open) {
    const asked = earlier.get(documentId)
    if (asked?.obstacle === 'in_run') addRefund(restaurantId, asked.askedYen - unpaidYen)
  }
  const credits: CreditUse[] = []
  const due = open.flatMap((invoice): DueDebit[] => {
    const restaurant = byId.get(invoice.restaurantId)
    if (!restaurant) return []
    const { agreementId, bankName, branchName, type, lastDigits } = restaurant
    const obstacle = earlier.get(invoice.documentId)?.obstacle ?? (agreementId ? null : 'not_agreed')
    let rest: number = invoice.unpaidYen
    if (!obstacle) {
      const back = Math.min(rest, Math.max(0, refunds.get(invoice.restaurantId) ?? 0))
      addRefund(invoice.restaurantId, -back)
      rest -= back
    }
    if (!obstacle)
      for (const credit of left) {
        const part = credit.restaurantId === invoice.restaurantId ? Math.min(rest, credit.yen) : 0
        if (part <= 0) continue
        const { paymentId, restaurantId } = credit
        const of = { restaurantId, reason: '過入金などを、口座振替の前に充当しました。', paymentId }
        credits.push({
          paymentId,
          allocations: [
            { ...of, documentId: invoice.documentId, yen: yen(part) },
            { ...of, documentId: null, yen: yen(-part) },
          ],
        })
        credit.yen = yen(credit.yen - part)
        rest -= part
      }
    const account = bankName && branchName && type && lastDigits ? { bankName, branchName, type, lastDigits } : null
    return [
      {
        documentId: invoice.documentId,
        number: invoice.number,
        dueOn: invoice.dueOn,
        restaurantId: invoice.restaurantId,
        restaurant: restaurant.name,
        yen: yen(rest),
        creditYen: yen(invoice.unpaidYen - rest),
        account: account && accountText(account),
        agreementId,
        obstacle,
      },
    ]
  })
  return { due, credits }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What the bank was asked before about these invoices, or about those that they replace. */
async function earlierItems(
  db: DbOrTx,
  documentIds: readonly IssuedDocumentId[],
): Promise<Map<IssuedDocumentId, { obstacle: DebitObstacle; askedYen: number }>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ documentId: IssuedDocumentId; live: boolean; askedYen: number }>`
    with recursive chain (document_id, earlier) as (
      select id, id from issued_documents where id = any (${[...documentIds]}::uuid[])
      union all
      select chain.document_id, d.supersedes from chain join issued_documents d on d.id = chain.earlier
       where d.supersedes is not null)
    select chain.document_id, bool_or(ended_at is null) as live,
           coalesce(sum(i.yen) filter (where ended_at is null), 0)::bigint as asked_yen
      from chain join debit_items i on i.document_id = chain.earlier
     where outcome is distinct from 'cancelled' and outcome is distinct from 'paid'
     group by chain.document_id`.execute(db)
  return new Map(
    rows.map(({ documentId, live, askedYen }) => [
      documentId,
      { obstacle: live ? 'in_run' : 'failed_before', askedYen },
    ]),
  )
}
