import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { searchKey } from '#kernel/text.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { finishedPart, nearestBeginning, nearestWord } from './nearest-word.ts'
import { type ProduceItem, spellingsOf } from './produce-labels.ts'
import { categoryWords } from './search-text.ts'
import { type Suggestion, suggestedCategories, suggestedWords } from './suggestions.ts'
import { produceItems } from './vocabulary.server.ts'

const longestTyped = 40

/**
 * Completions of what the user is typing: kinds of food, categories, products and farms with this prefix. One query
 * along two indexes; the kinds of food are read once a minute.
 */
export const suggestions = query('public', async (ctx: Ctx, typed: string): Promise<Suggestion[]> => {
  const whole = [...searchKey(typed.replaceAll('\u0000', ''))].slice(0, longestTyped).join('')
  // while an input method is active, the last letters are not kana yet
  const key = finishedPart(whole) ?? whole
  if (key === '') return []
  const items = await produceItems(ctx)
  const like = `${key.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ kind: 'product' | 'farm'; label: string; note: string; to: string }>`
    (select distinct on (jp_key(name) collate "C") 'product' as kind, name as label, farm as note, '/restaurant/products/' || id as to
       from (select p.id, p.name, f.name as farm from products p join farms f on f.id = p.farm_id and ${isPublicFarm('f')}
              where p.status = 'listed' and p.audience = 'everybody' and not goods_lapsed(p.farm_id, p.category, p.item_key)
                and (jp_key(p.name)) collate "C" like ${like}
              order by (jp_key(p.name)) collate "C" limit 30) named
      order by jp_key(name) collate "C" limit 4)
    union all
    (select 'farm', name, '農園', '/restaurant/farmers/' || id from (
       (select id, name from farms where ${isPublicFarm('farms')} and (jp_key(name)) collate "C" like ${like} limit 3)
       union
       (select id, name from farms where ${isPublicFarm('farms')} and (jp_key(kana)) collate "C" like ${like} limit 3)) near
      limit 3)`.execute(ctx.db)
  const words = suggestedWords(items, key, 4)
  const known = new Set(words.map(({ label }) => label))
  const found = [
    ...words,
    ...suggestedCategories(key, categoryWords),
    ...rows.filter(({ kind, label }) => kind === 'farm' || !known.has(label)),
  ]
  return found.length > 0 ? found : meant(items, key)
})

export type NamedFarm = {
  id: FarmId
  name: string
  crest: string
  place: string
  prefectureCode: string
  goods: number
}

/** Farms whose name or reading begins with the search; at most three. One query along two indexes. */
export const farmsNamed = query('public', async (ctx: Pick<Ctx, 'db'>, typed: string): Promise<NamedFarm[]> => {
  const key = [...searchKey(typed.replaceAll('\u0000', ''))].slice(0, longestTyped).join('')
  if ([...key].length < 2) return []
  const like = `${key.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<NamedFarm>`
    select f.id, f.name, f.crest, f.place, f.prefecture_code as "prefectureCode",
           (select count(*)::int from product_search s where s.farm_id = f.id and s.visible) as goods
      from (
       (select id from farms where ${isPublicFarm('farms')} and (jp_key(name)) collate "C" like ${like} limit 3)
       union
       (select id from farms where ${isPublicFarm('farms')} and (jp_key(kana)) collate "C" like ${like} limit 3)) near
      join farms f on f.id = near.id order by f.kana, f.id limit 3`.execute(ctx.db)
  return rows
})

/** Without completions: those of the most similar word, with that word. */
function meant(items: readonly ProduceItem[], key: string): Suggestion[] {
  const known = spellingsOf(items).map((spelling) => spelling.key)
  const word = nearestBeginning(key, known) ?? nearestWord(key, known)
  if (word === null) return []
  return suggestedWords(items, word, 2).map((line) => ({ ...line, note: 'もしかして' }))
}
