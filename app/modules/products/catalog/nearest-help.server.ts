import type { Ctx } from '#authorization/ctx.ts'
import { searchKey } from '#kernel/text.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { nearestWord, takenApart } from './nearest-word.ts'
import { spellingsOf } from './produce-labels.ts'
import type { ProductCard } from './product-cards.server.ts'
import { isNarrowed, noWish, type ProductWish } from './product-filter.ts'
import { listProducts } from './product-list.server.ts'
import { produceItems } from './vocabulary.server.ts'
import { type CatalogViewer, filterOf } from './wish-filter.ts'

/** The nearest list with results, and how it differs from the search. */
export type NearestHelp = {
  kind: 'mistake' | 'mistake_without_filters' | 'without_filters' | 'some_words'
  wish: ProductWish
  products: ProductCard[]
  count: number
}

const shown = 8

/**
 * For a search without results: the nearest alternatives. First the same with typing errors corrected, then without the
 * filters, then both, then only some of the words. Null if nothing helps; never more than four lists.
 */
export const nearestHelp = query(
  'public',
  async (ctx: Ctx, wish: ProductWish, looker: CatalogViewer): Promise<NearestHelp | null> => {
    for (const [kind, near] of await nearWishes(ctx, wish)) {
      const { products, count } = await listProducts(ctx, { ...filterOf(near, looker), limit: shown })
      if (count > 0) return { kind, wish: near, products, count }
    }
    return null
  },
)

async function nearWishes(ctx: Ctx, wish: ProductWish): Promise<[NearestHelp['kind'], ProductWish][]> {
  const narrowed = isNarrowed(wish)
  const plain = { ...noWish, q: wish.q, sort: wish.sort }
  const mended = wish.q === '' ? null : await mendedWords(ctx, wish.q)
  const words = wish.q.split(/\s+/).filter((word) => word !== '')
  const wishes: [NearestHelp['kind'], ProductWish][] = []
  if (mended !== null) wishes.push(['mistake', { ...wish, q: mended }])
  if (narrowed) wishes.push(['without_filters', plain])
  if (mended !== null && narrowed) wishes.push(['mistake_without_filters', { ...plain, q: mended }])
  for (const q of words.length > 1 ? words : await partsOf(ctx, wish.q)) wishes.push(['some_words', { ...plain, q }])
  return wishes.slice(0, 4)
}

/** Words that were written together, as is usual in Japanese: 北海道じゃがいも. First both, then the product alone. */
async function partsOf(ctx: Pick<Ctx, 'db' | 'now'>, q: string): Promise<string[]> {
  const known = await knownWords(ctx)
  const parts = takenApart(searchKey(q), [...known.keys()])
  if (parts === null) return []
  const word = known.get(parts.known) ?? parts.known
  return parts.rest === '' ? [word] : [`${parts.rest} ${word}`, word]
}

/** Every spelling in normalised form, with its written form. */
const knownWords = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<ReadonlyMap<string, string>> =>
  new Map(spellingsOf(await produceItems(ctx)).map(({ key, word }) => [key, word]))

/** The words with typing errors corrected where possible; null if there are none. */
export async function mendedWords(ctx: Pick<Ctx, 'db' | 'now'>, q: string): Promise<string | null> {
  const known = await knownWords(ctx)
  const keys = [...known.keys()]
  const words = searchKey(q).split(' ')
  const mended = words.map((word) => {
    const near = known.has(word) ? null : nearestWord(word, keys)
    return near === null ? word : (known.get(near) ?? near)
  })
  return mended.every((word, nth) => word === words[nth]) ? null : mended.join(' ')
}
