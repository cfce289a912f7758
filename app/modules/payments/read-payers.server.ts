import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { sumYen } from '#kernel/yen.ts'
import { payerNameKey } from '#modules/banking/payer-name.ts'
import { bankFees, type Deposit } from './match-deposit.ts'
import { invoiceNumberIn, payersOf } from './payers.ts'
import { creditsOf, openInvoicesIn, openInvoicesOf } from './unpaid-of.server.ts'

/** All that the deposits of a file are compared with; names are those that people matched, and the readings of the restaurants. */
export async function readPayers(db: DbOrTx) {
  const [invoices, virtualAccounts, learned, own, credits] = [
    await openInvoicesOf(db),
    await openVirtualAccounts(db).execute(),
    await db.selectFrom('payerNames').select(['nameKey', 'restaurantId']).execute(),
    await namesOfRestaurants(db),
    await creditsOf(db),
  ]
  const names = [...learned, ...own]
  return {
    payers: payersOf({ invoices, virtualAccounts, names, credits: perRestaurant(credits) }),
    creditsBy: Map.groupBy(credits, ({ restaurantId }) => restaurantId),
  }
}

/**
 * What these deposits can be compared with, and no more: the restaurants to which their accounts, names and numbers lead, with
 * all of their open invoices; with `byAmount` also the invoices of anybody over the amount of one of them.
 */
export async function payersOfDeposits(db: DbOrTx, deposits: readonly Deposit[], { byAmount }: { byAmount: boolean }) {
  const keys = new Set(deposits.map(({ payerKana }) => payerNameKey(payerKana)).filter((key) => key !== ''))
  const numbers = deposits.flatMap(({ edi, text }) =>
    [invoiceNumberIn(edi), invoiceNumberIn(text)].filter((it) => it !== null),
  )
  const accounts = deposits.flatMap(({ virtualAccount }) => virtualAccount ?? [])
  const virtualAccounts = await openVirtualAccounts(db)
    .where((is) => is('number', '=', is.fn.any(is.val(accounts))))
    .execute()
  const learned = await db
    .selectFrom('payerNames')
    .select(['nameKey', 'restaurantId'])
    .where((is) => is('nameKey', '=', is.fn.any(is.val([...keys]))))
    .execute()
  const names = [
    ...learned,
    ...(keys.size > 0 ? await namesOfRestaurants(db) : []).filter(({ nameKey }) => keys.has(nameKey)),
  ]
  const numbered = await db
    .selectFrom('issuedDocuments')
    .select('restaurantId')
    .where((is) => is('number', '=', is.fn.any(is.val(numbers))))
    .execute()
  const ids = new Set<RestaurantId>(
    [...virtualAccounts, ...names, ...numbered].flatMap(({ restaurantId }) => restaurantId ?? []),
  )
  const theirs = await openInvoicesOf(db, [...ids])
  const amounts = byAmount ? deposits.flatMap(({ yen: came }) => [came, ...bankFees.map((fee) => came + fee)]) : []
  const ofAmount =
    amounts.length > 0
      ? await openInvoicesIn(
          db,
          sql<boolean>`d.total_yen - coalesce(a.paid, 0) = any(${amounts}::bigint[])`,
          mostOfAmount,
        )
      : []
  const known = new Set(theirs.map(({ documentId }) => documentId))
  return payersOf({
    invoices: [...theirs, ...ofAmount.filter(({ documentId }) => !known.has(documentId))],
    virtualAccounts,
    names,
    credits: perRestaurant(await creditsOf(db, [...ids])),
  })
}

/** More invoices of one amount are no proposal: five are shown. */
const mostOfAmount = 200

const openVirtualAccounts = (db: DbOrTx) =>
  db.selectFrom('virtualAccounts').select(['number', 'restaurantId']).where('endedAt', 'is', null)

const namesOfRestaurants = async (db: DbOrTx) => {
  const rows = await db
    .selectFrom('restaurants')
    .select(['id as restaurantId', 'kana'])
    .where('kana', '<>', '')
    .execute()
  return rows.map(({ restaurantId, kana }) => ({ restaurantId, nameKey: payerNameKey(kana) }))
}

const perRestaurant = (credits: Awaited<ReturnType<typeof creditsOf>>) =>
  [...Map.groupBy(credits, ({ restaurantId }) => restaurantId)].map(([restaurantId, all]) => ({
    restaurantId,
    yen: sumYen(all.map((it) => it.yen)),
  }))
