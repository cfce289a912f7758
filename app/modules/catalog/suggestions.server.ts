import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import { searchKey } from '#kernel/text.ts'
import { categoryWords } from './search-text.ts'
import { type Suggestion, suggestedCategories, suggestedWords } from './suggestions.ts'
import { produceItems } from './vocabulary.server.ts'

const longestTyped = 40

/**
 * What somebody may be about to type: kinds of food, shelves, goods and farms that begin with it. One query along two
 * indexes; the kinds of food are read once a minute.
 */
export async function suggestions(ctx: Ctx, typed: string): Promise<Suggestion[]> {
  const key = [...searchKey(typed.replaceAll('\u0000', ''))].slice(0, longestTyped).join('')
  if (key === '') return []
  const items = await produceItems(ctx)
  const like = `${key.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ kind: 'product' | 'farm'; label: string; note: string; to: string }>`
    (select distinct on (jp_key(name) collate "C") 'product' as kind, name as label, farm as note, '/restaurant/products/' || id as to
       from (select p.id, p.name, f.name as farm from products p join farms f on f.id = p.farm_id and f.status = 'approved'
              where p.status = 'listed' and p.audience = 'everybody' and not goods_lapsed(p.farm_id, p.category, p.item_key)
                and (jp_key(p.name)) collate "C" like ${like}
              order by (jp_key(p.name)) collate "C" limit 30) named
      order by jp_key(name) collate "C" limit 4)
    union all
    (select 'farm', name, '農園', '/restaurant/farmers/' || id from (
       (select id, name from farms where status = 'approved' and (jp_key(name)) collate "C" like ${like} limit 3)
       union
       (select id, name from farms where status = 'approved' and (jp_key(kana)) collate "C" like ${like} limit 3)) near
      limit 3)`.execute(ctx.db)
  const words = suggestedWords(items, key, 4)
  const known = new Set(words.map(({ label }) => label))
  return [
    ...words,
    ...suggestedCategories(key, categoryWords),
    ...rows.filter(({ kind, label }) => kind === 'farm' || !known.has(label)),
  ]
}
