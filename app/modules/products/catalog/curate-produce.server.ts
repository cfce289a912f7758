import { sql } from 'kysely'
import { z } from 'zod'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Category as CategoryName } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { nameRefusal } from '#kernel/name.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Category, formText, RowVersion, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { type CurateRefusal, curateRefusals, mostWords, wordsIn } from './curate-labels.ts'
import type { ProduceItem } from './produce-labels.ts'

export type CuratedItem = ProduceItem & {
  version: number
  /** Products of this kind, in any state. */
  goods: number
  /** Whether the search rows have not yet been updated after the last change of its words. */
  waiting: boolean
}

/** Visitors are asked to sign in; for anyone else but staff the page does not exist. */
function atDesk({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('produce.curate')
  seeOrNotFound(actor, 'produce.curate', null)
}

/** The kinds of food of one category in order, with the number of products of each. One query. */
export const produceShelf = query(
  'produce.curate',
  async (ctx: Ctx, category: CategoryName): Promise<CuratedItem[]> => {
    atDesk(ctx)
    const { rows } = await sql<CuratedItem>`
    select i.key, i.category, i.parent_key as "parentKey", i.name, i.words, i.version,
           i.written_version < i.version as waiting,
           (select count(*)::int from products p where p.item_key = i.key) as goods
      from produce_items i where i.category = ${category} order by i.position, i.key`.execute(ctx.db)
    return rows
  },
)

/** How many kinds of food each category has. One query. */
export const shelfCounts = query('produce.curate', async (ctx: Ctx): Promise<Partial<Record<CategoryName, number>>> => {
  atDesk(ctx)
  const rows = await ctx.db
    .selectFrom('produceItems')
    .select(({ fn }) => ['category', fn.countAll<number>().as('n')])
    .groupBy('category')
    .execute()
  return Object.fromEntries(rows.map(({ category, n }) => [category, Number(n)]))
})

type ItemDraft = Pick<ProduceItem, 'category' | 'parentKey' | 'name' | 'words'>

const itemKey = z.string().max(60).default('')

/**
 * Saves a kind of food. Its products are found by the new words as soon as the job has updated their search rows,
 * within a minute or two; the same holds for its special kinds. `version` null creates a new one.
 */
export const saveProduceItem = repeatable({
  name: 'produce.save',
  permission: 'produce.curate',
  input: {
    itemKey,
    version: RowVersion.nullable().default(null),
    category: Category,
    parentKey: z.string().max(60).nullable().default(null),
    name: Text(0, 80).default(''),
    words: z.array(Text(1, 2_000)).register(formText, { read: wordsIn }).default([]),
  },
  refusals: curateRefusals(
    'stale',
    'bad_key',
    'key_taken',
    'no_name',
    'name_hidden_character',
    'name_with_url',
    'no_words',
    'too_many_words',
    'no_such_parent',
    'parent_is_special',
    'has_special_kinds',
  ),
  run: async (ctx, { itemKey, version, ...draft }) => {
    atDesk(ctx)
    const refusal = badDraft(itemKey, draft)
    if (refusal) return refuse(refusal)
    return ctx.db.transaction().execute(async (db) => {
      const wrong = await badParent(db, itemKey, draft.parentKey)
      if (wrong) return refuse(wrong)
      const row = { category: draft.category, parentKey: draft.parentKey, name: draft.name, words: [...draft.words] }
      if (version === null) {
        const made = await db
          .insertInto('produceItems')
          .values({
            key: itemKey,
            ...row,
            position: await lastPlace(db, draft.category),
            version: 2,
            writtenVersion: 1,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('key')
          .executeTakeFirst()
        if (!made) return refuse('key_taken')
      } else {
        const saved = await db
          .updateTable('produceItems')
          .set({ ...row, version: version + 1 })
          .where('key', '=', itemKey)
          .where('version', '=', version)
          .returning('key')
          .executeTakeFirst()
        if (!saved) return refuse('stale')
      }
      await recordEvent(db, ctx, {
        kind: version === null ? 'produce_added' : 'produce_changed',
        data: { ...draft, key: itemKey },
      })
      return ok(null)
    })
  },
})

const keyShape = /^[a-z][a-z0-9_]{0,59}$/

function badDraft(key: string, { name, words }: ItemDraft): CurateRefusal | null {
  if (!keyShape.test(key)) return 'bad_key'
  if (name === '' || [...name].length > 40) return 'no_name'
  const wrongName = nameRefusal(name)
  if (wrongName) return wrongName
  if (words.length === 0) return 'no_words'
  return words.length > mostWords ? 'too_many_words' : null
}

/** One level only: a special kind of a special kind would be found by unexpected words. */
async function badParent(db: DbOrTx, key: string, parentKey: string | null): Promise<CurateRefusal | null> {
  if (parentKey === null) return null
  const parent = await db.selectFrom('produceItems').select('parentKey').where('key', '=', parentKey).executeTakeFirst()
  if (!parent || parentKey === key) return 'no_such_parent'
  if (parent.parentKey !== null) return 'parent_is_special'
  const special = await db.selectFrom('produceItems').select('key').where('parentKey', '=', key).executeTakeFirst()
  return special ? 'has_special_kinds' : null
}

async function lastPlace(db: DbOrTx, category: CategoryName): Promise<number> {
  const { last } = await db
    .selectFrom('produceItems')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('category', '=', category)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Moves it up (-1) or down (1) within its category; at the end it stays. */
export const moveProduceItem = repeatable({
  name: 'produce.move',
  permission: 'produce.curate',
  input: { itemKey, by: z.int().min(-1).max(1) },
  refusals: curateRefusals(),
  run: async (ctx, { itemKey, by }) => {
    atDesk(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const item = await db.selectFrom('produceItems').select('category').where('key', '=', itemKey).executeTakeFirst()
      if (!item) throw new NotFound('produce item')
      const shelf = await db
        .selectFrom('produceItems')
        .select('key')
        .where('category', '=', item.category)
        .orderBy('position')
        .orderBy('key')
        .forUpdate()
        .execute()
      const keys = shelf.map((row) => row.key)
      const from = keys.indexOf(itemKey)
      const to = from + by
      const other = keys[to]
      if (other === undefined) return ok({ category: item.category })
      keys[to] = itemKey
      keys[from] = other
      await sql`update produce_items i set position = place.n
                  from unnest(${keys}::text[]) with ordinality place (key, n)
                 where i.key = place.key and i.position <> place.n`.execute(db)
      return ok({ category: item.category })
    })
  },
})

/** Deletes a kind of food that has no products and no special kinds. */
export const removeProduceItem = repeatable({
  name: 'produce.remove',
  permission: 'produce.curate',
  input: { itemKey, version: RowVersion },
  refusals: curateRefusals('stale', 'in_use', 'has_special_kinds'),
  run: async (ctx, { itemKey, version }) => {
    atDesk(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const item = await db
        .selectFrom('produceItems')
        .select(['version', 'category'])
        .where('key', '=', itemKey)
        .forUpdate()
        .executeTakeFirst()
      if (!item) throw new NotFound('produce item')
      if (item.version !== version) return refuse('stale')
      const used = await db
        .selectFrom('products')
        .select('id')
        .where('itemKey', '=', itemKey)
        .limit(1)
        .executeTakeFirst()
      if (used) return refuse('in_use')
      const special = await db
        .selectFrom('produceItems')
        .select('key')
        .where('parentKey', '=', itemKey)
        .executeTakeFirst()
      if (special) return refuse('has_special_kinds')
      await db.deleteFrom('produceItems').where('key', '=', itemKey).execute()
      await recordEvent(db, ctx, { kind: 'produce_removed', data: { key: itemKey } })
      return ok({ category: item.category })
    })
  },
})
