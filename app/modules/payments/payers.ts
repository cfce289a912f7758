import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'

export type OpenInvoice = {
  documentId: IssuedDocumentId
  restaurantId: RestaurantId
  number: string
  /** The closing day of its period: before it the total is not known. */
  closedOn: JstDate
  dueOn: JstDate | null
  unpaidYen: Yen
}

/** All that a deposit is compared with; built once for a file. */
export type Payers = {
  /** The oldest first; what is below zero (more came back than was bought) before all others. */
  invoices: Map<RestaurantId, OpenInvoice[]>
  byAmount: Map<number, Map<IssuedDocumentId, OpenInvoice>>
  byNumber: Map<string, OpenInvoice>
  byVirtualAccount: ReadonlyMap<string, RestaurantId>
  byName: ReadonlyMap<string, readonly RestaurantId[]>
  credits: Map<RestaurantId, Yen>
}

export function payersOf(given: {
  invoices: readonly OpenInvoice[]
  virtualAccounts: readonly { number: string; restaurantId: RestaurantId }[]
  names: readonly { nameKey: string; restaurantId: RestaurantId }[]
  credits: readonly { restaurantId: RestaurantId; yen: Yen }[]
}): Payers {
  const open = given.invoices
    .filter(({ unpaidYen }) => unpaidYen !== 0)
    .toSorted(
      (a, b) =>
        Number(a.unpaidYen > 0) - Number(b.unpaidYen > 0) ||
        (a.dueOn ?? '').localeCompare(b.dueOn ?? '') ||
        a.number.localeCompare(b.number),
    )
  const names = Map.groupBy(given.names, ({ nameKey }) => nameKey)
  return {
    invoices: Map.groupBy(open, ({ restaurantId }) => restaurantId),
    byAmount: amountsOf(open),
    byNumber: new Map(open.map((invoice) => [numberKey(invoice.number), invoice])),
    byVirtualAccount: new Map(given.virtualAccounts.map(({ number, restaurantId }) => [number, restaurantId])),
    byName: new Map([...names].map(([key, all]) => [key, [...new Set(all.map(({ restaurantId }) => restaurantId))]])),
    credits: new Map(given.credits.map((credit) => [credit.restaurantId, credit.yen])),
  }
}

function amountsOf(open: readonly OpenInvoice[]): Payers['byAmount'] {
  const amounts: Payers['byAmount'] = new Map()
  for (const invoice of open) {
    const others = amounts.get(invoice.unpaidYen)
    if (others) others.set(invoice.documentId, invoice)
    else amounts.set(invoice.unpaidYen, new Map([[invoice.documentId, invoice]]))
  }
  return amounts
}

type Used = {
  restaurantId: RestaurantId
  pays: readonly { documentId: IssuedDocumentId; yen: Yen }[]
  usedCreditYen: Yen
  creditYen: Yen
}

/** Takes from the open invoices and the credit what a plan uses, before the next deposit of the file is looked at. */
export function settle(payers: Payers, { restaurantId, pays, usedCreditYen, creditYen }: Used): void {
  const paid = new Map(pays.map(({ documentId, yen }) => [documentId, yen]))
  const before = payers.invoices.get(restaurantId) ?? []
  const after = before.flatMap((invoice) => {
    const unpaidYen = yen(invoice.unpaidYen - (paid.get(invoice.documentId) ?? 0))
    if (paid.has(invoice.documentId)) {
      payers.byAmount.get(invoice.unpaidYen)?.delete(invoice.documentId)
      payers.byNumber.delete(numberKey(invoice.number))
    }
    if (unpaidYen === 0) return []
    const left = { ...invoice, unpaidYen }
    if (paid.has(invoice.documentId)) payers.byNumber.set(numberKey(invoice.number), left)
    return [left]
  })
  payers.invoices.set(restaurantId, after)
  payers.credits.set(restaurantId, yen((payers.credits.get(restaurantId) ?? 0) - usedCreditYen + creditYen))
}

/** As a payer can write it: capitals and digits. */
export const numberKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

/** The number of an invoice that a payer wrote, as we print it; null if the text cannot be one. */
export function invoiceNumberIn(text: string): string | null {
  const [, series, ordinal] = /^([A-Z]+\d{4})(\d{6,})$/.exec(numberKey(text)) ?? []
  return series && ordinal ? `${series}-${ordinal}` : null
}
