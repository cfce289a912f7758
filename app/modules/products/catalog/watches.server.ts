import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { WatchKind } from '#kernel/enums.ts'
import { type FarmId, newId, type ProductId, type WatchId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, IdOf, Text } from '#kernel/schema.ts'
import { searchKey } from '#kernel/text.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { keeper, mustBeShown } from './favourites.server.ts'
import { existsFor } from './price-terms.server.ts'
import { searchQuery } from './search-query.ts'
import { mostWatches, type WatchRefusal, watchRefusalText } from './watch-labels.ts'

export const WatchIn = z.discriminatedUnion('kind', [
  Body({ kind: z.enum(['back_in_stock', 'in_season', 'price_change']), productId: IdOf<'product'>('商品') }),
  Body({ kind: z.literal('new_of_farm'), farmId: IdOf<'farm'>('農園') }),
  Body({ kind: z.literal('words'), words: Text(1, 100) }),
])
export type NewWatch = z.output<typeof WatchIn>

const refusals = (...codes: WatchRefusal[]) => ({ codes, text: (refusal: WatchRefusal) => watchRefusalText[refusal] })

/** Subscribes to news. Idempotent; earlier events are not news. */
export const addWatch = repeatable({
  name: 'watch.add',
  permission: 'favourites.keep',
  input: { asked: WatchIn },
  refusals: refusals('too_many', 'no_words', 'no_price'),
  run: async (ctx, { asked }) => {
    const personId = keeper(ctx)
    const words = asked.kind === 'words' ? searchKey(asked.words).slice(0, 100) : null
    if (asked.kind === 'words' && (words === null || searchQuery(words) === null)) return refuse('no_words')
    if (asked.kind === 'price_change' && !can(ctx.actor, 'price.see', null)) return refuse('no_price')
    if (asked.kind !== 'words') await mustBeShown(ctx, asked)
    return ctx.db.transaction().execute(async (db) => {
      // serialised, so that fast presses cannot exceed the limit
      await db.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute()
      const { n } = await db
        .selectFrom('watches')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('personId', '=', personId)
        .executeTakeFirstOrThrow()
      if (Number(n) >= mostWatches) return refuse('too_many')
      const price =
        asked.kind === 'price_change'
          ? await db
              .selectFrom('products')
              .select('priceYen')
              .where('id', '=', asked.productId)
              .executeTakeFirstOrThrow()
          : null
      await db
        .insertInto('watches')
        .values({
          id: newId<'watch'>(),
          personId,
          kind: asked.kind,
          productId: 'productId' in asked ? asked.productId : null,
          farmId: 'farmId' in asked ? asked.farmId : null,
          words,
          seenPriceYen: price?.priceYen ?? null,
          createdAt: ctx.now,
          toldAt: ctx.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return ok(null)
    })
  },
})

/** Unsubscribes; does nothing without a subscription. */
export const removeWatch = repeatable({
  name: 'watch.remove',
  permission: 'favourites.keep',
  input: { id: IdOf<'watch'>('お知らせ') },
  refusals: refusals(),
  run: async (ctx, { id }) => {
    await ctx.db.deleteFrom('watches').where('personId', '=', keeper(ctx)).where('id', '=', id).execute()
    return ok(null)
  },
})

/** The same for what is watched, where its id is not known. */
export const stopWatching = repeatable({
  name: 'watch.stop',
  permission: 'favourites.keep',
  input: { asked: WatchIn },
  refusals: refusals(),
  run: async (ctx, { asked }) => {
    const mine = ctx.db.deleteFrom('watches').where('personId', '=', keeper(ctx))
    if (asked.kind === 'words') await mine.where('words', '=', searchKey(asked.words).slice(0, 100)).execute()
    else if (asked.kind === 'new_of_farm') await mine.where('farmId', '=', asked.farmId).execute()
    else await mine.where('kind', '=', asked.kind).where('productId', '=', asked.productId).execute()
    return ok(null)
  },
})

/** `again`: the fields that subscribe again. */
export type OwnWatch = {
  id: WatchId
  kind: WatchKind
  what: string
  to: string | null
  again: Record<string, string>
}

/** The user's subscriptions, newest first. One query. */
export const myWatches = query('favourites.keep', async (ctx: Ctx): Promise<OwnWatch[]> => {
  const rows = await ctx.db
    .selectFrom('watches')
    .leftJoin('products', 'products.id', 'watches.productId')
    .leftJoin('farms', 'farms.id', 'watches.farmId')
    .select([
      'watches.id',
      'watches.kind',
      'watches.words',
      'watches.productId',
      'watches.farmId',
      'products.name as product',
      'farms.name as farm',
    ])
    .where('watches.personId', '=', keeper(ctx))
    .where((is) => is.or([is('watches.productId', 'is', null), existsFor(ctx, 'products')]))
    .orderBy('watches.createdAt', 'desc')
    .orderBy('watches.id')
    .execute()
  return rows.map(({ id, kind, words, productId, farmId, product, farm }) => ({
    id,
    kind,
    what: product ?? farm ?? `「${words}」`,
    to: productId
      ? `/restaurant/products/${productId}`
      : farmId
        ? `/restaurant/farmers/${farmId}`
        : `/restaurant/products?q=${encodeURIComponent(words ?? '')}`,
    again: {
      kind,
      ...(productId ? { product: productId } : farmId ? { farm: farmId } : { words: words ?? '' }),
    },
  }))
})

/** The user's subscriptions to one product or farm; none for visitors. One query. */
export const watchesOf = query(
  'public',
  async (ctx: Ctx, it: { productId: ProductId } | { farmId: FarmId }): Promise<WatchKind[]> => {
    if (!('personId' in ctx.actor)) return []
    const mine = ctx.db.selectFrom('watches').select('kind').where('personId', '=', ctx.actor.personId)
    const rows = await ('productId' in it
      ? mine.where('productId', '=', it.productId)
      : mine.where('farmId', '=', it.farmId)
    ).execute()
    return rows.map(({ kind }) => kind)
  },
)

/** Whether the user is notified when this search has results; never for visitors. One query. */
export const isWatched = query('public', async (ctx: Ctx, words: string): Promise<boolean> => {
  if (!('personId' in ctx.actor)) return false
  const row = await ctx.db
    .selectFrom('watches')
    .select('id')
    .where('personId', '=', ctx.actor.personId)
    .where('words', '=', searchKey(words).slice(0, 100))
    .executeTakeFirst()
  return row !== undefined
})
