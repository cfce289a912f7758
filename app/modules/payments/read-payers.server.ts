import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { sumYen } from '#kernel/yen.ts'
import { payerNameKey } from '#modules/banking/payer-name.ts'
import { bankFees, type Deposit } from './match-deposit.ts'
import { invoiceNumberIn, payersOf } from './payers.ts'
import { creditsOf, openInvoicesIn, openInvoicesOf } from './unpaid-of.server.ts'

/**
 * What these deposits can be compared with, and no more: the restaurants to which their accounts, names and numbers lead, with
 * all of their open invoices; with `byAmount` also the invoices of any restaurant over the amount of one of them.
 */
export async function payersOfDeposits(db: DbOrTx, deposits: readonly Deposit[], { byAmount }: { byAmount: boolean }) {
  const led = await restaurantsLedTo(db, deposits, await readingsOfRestaurants(db))
  return (await readPayers(db, led, byAmount ? deposits : [])).payers
}

/** Restaurants by their reading, as a payer may write it. */
export type Readings = ReadonlyMap<string, readonly RestaurantId[]>

export async function readingsOfRestaurants(db: DbOrTx): Promise<Readings> {
  const readings = new Map<string, RestaurantId[]>()
  for (const { id, kana } of await db
    .selectFrom('restaurants')
    .select(['id', 'kana'])
    .where('kana', '<>', '')
    .execute()) {
    const key = payerNameKey(kana)
    const others = readings.get(key)
    if (others) others.push(id)
    else readings.set(key, [id])
  }
  return readings
}

type Named = { nameKey: string; restaurantId: RestaurantId }
type LedTo = {
  ids: RestaurantId[]
  virtualAccounts: { number: string; restaurantId: RestaurantId }[]
  names: Named[]
}

/** The restaurants to which the accounts, the names and the numbers of deposits lead; names also as people have matched them. */
export async function restaurantsLedTo(db: DbOrTx, deposits: readonly Deposit[], readings: Readings): Promise<LedTo> {
  const keys = new Set(deposits.map(({ payerKana }) => payerNameKey(payerKana)).filter((key) => key !== ''))
  const numbers = deposits.flatMap(({ edi, text }) =>
    [invoiceNumberIn(edi), invoiceNumberIn(text)].filter((it) => it !== null),
  )
  const accounts = deposits.flatMap(({ virtualAccount }) => virtualAccount ?? [])
  const virtualAccounts = await db
    .selectFrom('virtualAccounts')
    .select(['number', 'restaurantId'])
    .where('endedAt', 'is', null)
    .where((is) => is('number', '=', is.fn.any(is.val(accounts))))
    .execute()
  const learned = await db
    .selectFrom('payerNames')
    .select(['nameKey', 'restaurantId'])
    .where((is) => is('nameKey', '=', is.fn.any(is.val([...keys]))))
    .execute()
  const names = [...learned, ...[...keys].flatMap((nameKey) => namedSo(readings, nameKey))]
  const numbered = await db
    .selectFrom('issuedDocuments')
    .select('restaurantId')
    .where((is) => is('number', '=', is.fn.any(is.val(numbers))))
    .execute()
  const found = [...virtualAccounts, ...names, ...numbered].flatMap(({ restaurantId }) => restaurantId ?? [])
  return { ids: [...new Set(found)], virtualAccounts, names }
}

const namedSo = (readings: Readings, nameKey: string): Named[] =>
  (readings.get(nameKey) ?? []).map((restaurantId) => ({ nameKey, restaurantId }))

/** Their open invoices and their credit, and any invoices that are over the amounts of these deposits. */
export async function readPayers(db: DbOrTx, { ids, virtualAccounts, names }: LedTo, byAmount: readonly Deposit[]) {
  const theirs = await openInvoicesOf(db, ids)
  const amounts = byAmount.flatMap(({ yen: came }) => [came, ...bankFees.map((fee) => came + fee)])
  const ofAmount =
    amounts.length > 0
      ? await openInvoicesIn(
          db,
          sql<boolean>`d.total_yen - coalesce(a.paid, 0) = any(${amounts}::bigint[])`,
          mostOfAmount,
        )
      : []
  const known = new Set(theirs.map(({ documentId }) => documentId))
  const credits = await creditsOf(db, ids)
  return {
    payers: payersOf({
      invoices: [...theirs, ...ofAmount.filter(({ documentId }) => !known.has(documentId))],
      virtualAccounts,
      names,
      credits: perRestaurant(credits),
    }),
    creditsBy: Map.groupBy(credits, ({ restaurantId }) => restaurantId),
  }
}

/** More invoices of one amount are no proposal: five are shown. */
const mostOfAmount = 200

const perRestaurant = (credits: Awaited<ReturnType<typeof creditsOf>>) =>
  [...Map.groupBy(credits, ({ restaurantId }) => restaurantId)].map(([restaurantId, all]) => ({
    restaurantId,
    yen: sumYen(all.map((it) => it.yen)),
  }))
