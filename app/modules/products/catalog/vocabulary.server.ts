import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type ProduceItem, spellingsByItem } from './produce-labels.ts'

/** All kinds of food with their spellings, by category in the order set by staff. One query. */
export async function readProduceItems(db: DbOrTx): Promise<ProduceItem[]> {
  const rows = await db
    .selectFrom('produceItems')
    .select(['key', 'category', 'parentKey', 'name', 'words'])
    .orderBy('category')
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(({ parentKey, ...row }) => ({ ...row, parentKey: parentKey }))
}

export const readSpellings = async (db: DbOrTx) => spellingsByItem(await readProduceItems(db))

/** What was read within the last minute, by database, because each test has its own. */
const known = new WeakMap<Ctx['db'], { minute: number; items: Promise<ProduceItem[]> }>()

/**
 * The same, cached for a minute, for suggestions. Changes by staff are suggested a minute later, and found as soon as
 * the search rows have been rewritten.
 */
export function produceItems({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ProduceItem[]> {
  const minute = Math.floor(now.getTime() / 60_000)
  const before = known.get(db)
  if (before?.minute === minute) return before.items
  const items = readProduceItems(db)
  items.catch(() => known.delete(db))
  known.set(db, { minute, items })
  return items
}
