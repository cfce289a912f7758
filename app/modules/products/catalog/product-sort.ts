import { type ProductId, parseId } from '#kernel/ids.ts'

/** The sort order of a product list. */
export const productSorts = ['recommended', 'harvest', 'newest', 'per_kg', 'distance', 'popular', 'rated'] as const
export type ProductSort = (typeof productSorts)[number]

export const sortWord: Record<ProductSort, string> = {
  recommended: 'おすすめ順',
  harvest: '収穫の新しい順',
  newest: '新着順',
  per_kg: '1kgの単価が安い順',
  distance: '産地が近い順',
  popular: '注文の多い順',
  rated: '評価の高い順',
}

/** Where a list continues: the key of the last row, as PostgreSQL writes it, and its id. */
export type ListCursor = { key: string; id: ProductId }

const keyShape: Record<ProductSort, RegExp> = {
  recommended: /^\d{1,9}$/,
  harvest: /^20\d\d-\d\d-\d\d$/,
  newest: /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  per_kg: /^\d{1,10}$/,
  distance: /^\d{1,2}$/,
  popular: /^\d{1,9}$/,
  rated: /^\d{1,9}$/,
}

export const listCursorText = ({ key, id }: ListCursor): string => `${key}~${id}`

/** A cursor of this order, or null for an invalid one: the list then starts at the top. */
export function parseListCursor(text: string | null | undefined, sort: ProductSort): ListCursor | null {
  const [key = '', written, ...more] = (text ?? '').split('~')
  const id = parseId<'product'>(written)
  if (!id || more.length > 0 || !keyShape[sort].test(key)) return null
  return isReal(key, sort) ? { key, id } : null
}

/** 2026-02-30 has the form of a date but is none; a key above an integer has the form of a number. */
function isReal(key: string, sort: ProductSort): boolean {
  if (sort === 'newest') return !Number.isNaN(Date.parse(`${key.slice(0, 23)}Z`)) && dayExists(key.slice(0, 10))
  if (sort === 'harvest') return dayExists(key)
  return Number(key) <= 2_147_483_647
}

const dayExists = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
