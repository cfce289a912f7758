import type { ProductId } from '#kernel/ids.ts'
import type { CardRow } from './product-cards.server.ts'
import type { Facets } from './product-facets.ts'
import type { ProductPage } from './product-list.server.ts'
import { listCursorText } from './product-sort.ts'

/** A row of a page of products as a statement finds it; the counts are in the first one. */
export type FoundRow = { total: number; key: string; facets: Facets | null; id: ProductId | null }
/** What a statement has found. */
export type Found = {
  total: number
  facets: Facets | null
  rows: { id: ProductId; key: string }[]
  /** If they were read in the same query. */
  cards?: CardRow[]
}

export const foundIn = (rows: readonly FoundRow[]): Found => ({
  total: rows[0]?.total ?? 0,
  facets: rows[0]?.facets ?? null,
  rows: rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }])),
})

/** A page before its cards, which are laid over it anew for each viewer. */
export type Listing = Omit<ProductPage, 'products'> & { facets: Facets | null; ids: ProductId[]; cards?: CardRow[] }

export const nothingListed = { ids: [], capped: false, next: null, count: 0, facets: null }

export function listingOf({ total, facets, rows, cards }: Found, limit: number, cap: number): Listing {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  // exact, or stopped at the cap
  const capped = facets === null && total > cap
  return {
    ids: shown.map(({ id }) => id),
    ...(cards && { cards: cards.slice(0, limit) }),
    count: capped ? cap : total,
    capped,
    next: rows.length > shown.length && last ? listCursorText({ key: last.key, id: last.id }) : null,
    facets,
  }
}
