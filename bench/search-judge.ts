import type pg from 'pg'

export type Verdict = {
  item: string
  word: string
  /** How many of the products on the first page are of this kind of food, or of a special kind of it. */
  right: number
  shown: number
}

/** The whole first page is judged: 24 products. */
type Search = (word: string) => Promise<string[]>

/**
 * Searches for each spelling of each kind of food on sale. Correct is a product of this kind, of a special kind of it
 * (紫人参 for 人参), or of another kind to which staff have given the very same spelling.
 */
export async function judge(pool: pg.Pool, search: Search, only?: readonly string[]): Promise<Verdict[]> {
  const { rows: items } = await pool.query<{ key: string; parent_key: string | null; words: string[] }>(
    `select i.key, i.parent_key, i.words from produce_items i
      where exists (select from product_search s where s.item_key = i.key and s.visible) order by i.key`,
  )
  const { rows: goods } = await pool.query<{ id: string; item: string }>(
    'select product_id as id, item_key as item from product_search where visible',
  )
  const itemOf = new Map(goods.map(({ id, item }) => [id, item]))
  const verdicts: Verdict[] = []
  for (const { key, words } of items.filter((item) => only?.includes(item.key) ?? true))
    for (const word of new Set(words)) {
      const right = new Set(
        items.filter((it) => it.key === key || it.parent_key === key || it.words.includes(word)).map((it) => it.key),
      )
      const found = await search(word)
      verdicts.push({
        item: key,
        word,
        shown: found.length,
        right: found.filter((id) => right.has(itemOf.get(id) ?? '')).length,
      })
    }
  return verdicts
}

/** The figures as text, and below them every spelling that does not find its product, and the least precise ones. */
export function judged(verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ right }) => right === 0)
  const precision = (it: Verdict) => (it.shown === 0 ? 0 : it.right / it.shown)
  const mean = verdicts.reduce((sum, it) => sum + precision(it), 0) / verdicts.length
  const vague = verdicts.filter((it) => it.right > 0 && precision(it) < 0.5).sort((a, b) => precision(a) - precision(b))
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    `spellings on sale: ${verdicts.length}, kinds of food: ${new Set(verdicts.map(({ item }) => item)).size}`,
    `recall on the first page: ${percent(1 - missed.length / verdicts.length)}`,
    `precision of the first page: ${percent(mean)}`,
    ...missed.map(({ item, word }) => `missed: ${word} (${item})`),
    ...vague.slice(0, 20).map(({ item, word, right, shown }) => `vague: ${word} (${item}) ${right} of ${shown}`),
    '',
  ].join('\n')
}
