import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { ShownTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type ProductId, type RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { withoutDerived } from './derived.ts'
import { lockDraft } from './lock-draft.server.ts'
import {
  ProductIdIn,
  type ProductValues,
  productFields,
  productShape,
  textOf,
  ValuesIn,
  VersionIn,
  valuesIn,
} from './product.ts'
import { copyPhotos, dropPhotos, type ShownPhoto, shownPhotos } from './product-photos.server.ts'
import { valuesOf } from './product-row.ts'
import { goodsRefusals } from './refusal-text.ts'

const DraftIdIn = IdOf<'product'>('下書き')

export type GoodsDraft = {
  id: ProductId
  version: number
  values: ProductValues
  savedAt: Date
  photos: ShownPhoto[]
  audience: ShownTo
  /** The only restaurants that will see it; empty if all will. */
  chosen: { id: RestaurantId; name: string }[]
}

/**
 * Saves what is typed about a product that is not in the catalogue yet; the page makes the id, so that the first word
 * and the first photo may arrive in any order, and twice. `version` is what the page has seen, 0 before anything was
 * saved; later requests of the same page (its key) are accepted while an earlier one is still under way.
 */
export const saveGoodsDraft = repeatable({
  name: 'goods.save_draft',
  permission: 'goods.change',
  input: { id: DraftIdIn, version: VersionIn, values: ValuesIn, page: z.string().default('') },
  refusals: goodsRefusals('changed_meanwhile'),
  run: (ctx, { id, version, values, page }) =>
    ctx.db.transaction().execute(async (db) => {
      const { farmId } = requireFarm(ctx.actor)
      authorize(ctx.actor, 'goods.change', { farmId })
      const before = await lockDraft(db, farmId, id)
      const kept = { ...before?.values, ...values }
      const isOwnWord = page !== '' && before?.savedBy === page
      if (before && before.version !== version && !isOwnWord)
        return sameValues(before.values, kept) ? ok({ version: before.version }) : refuse('changed_meanwhile')
      const next = (before?.version ?? 0) + 1
      if (before)
        await db
          .updateTable('productDrafts')
          .set({ typed: JSON.stringify(kept), version: next, savedBy: page, savedAt: ctx.now })
          .where('id', '=', id)
          .execute()
      else
        await db
          .insertInto('productDrafts')
          .values({
            id,
            farmId,
            typed: JSON.stringify(kept),
            savedBy: page,
            createdAt: ctx.now,
            savedAt: ctx.now,
          })
          .execute()
      return ok({ version: next })
    }),
})

const sameValues = (a: ProductValues, b: ProductValues) =>
  productFields.every((field) => textOf(field, a[field]) === textOf(field, b[field]))

/** Begins a draft with these values; one draft per key. */
export const beginGoodsDraft = mutation({
  name: 'goods.begin_draft',
  permission: 'goods.change',
  input: z.object(productShape).partial().shape,
  refusals: goodsRefusals('key_reused'),
  run: async (ctx, values) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const id = newId<'product'>()
    const typed = JSON.stringify(valuesIn(values))
    await ctx.db
      .insertInto('productDrafts')
      .values({ id, farmId, typed, createdAt: ctx.now, savedAt: ctx.now })
      .execute()
    return ok({ id })
  },
})

/** Where a list of drafts continues: after the one saved at this moment. */
type DraftCursor = { at: Date; id: ProductId }
type DraftPage = { after?: DraftCursor | null; limit?: number }

/** How many are shown at a time; an imported file may have created many more. */
const mostDraftsShown = 200

/** Drafts, newest first. */
export const ownDrafts = query(
  'goods.see',
  (ctx: Ctx, { after = null, limit = mostDraftsShown }: DraftPage = {}): Promise<GoodsDraft[]> =>
    draftsOf(ctx, { id: null, after, limit }),
)

/** One draft; null if there is none with this id (yet). */
export const ownDraft = query('goods.see', async (ctx: Ctx, id: ProductId): Promise<GoodsDraft | null> => {
  const [draft] = await draftsOf(ctx, { id, after: null, limit: 1 })
  return draft ?? null
})

type AskedDrafts = Required<DraftPage> & { id: ProductId | null }

async function draftsOf(ctx: Ctx, { id, after, limit }: AskedDrafts): Promise<GoodsDraft[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const rows = await ctx.db
    .selectFrom('productDrafts')
    .select(['id', 'version', 'typed', 'savedAt', 'audience'])
    .where('farmId', '=', farmId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(saved_at, id) < (${after?.at ?? ctx.now}::timestamptz, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('savedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const photos = await shownPhotos(
    ctx.db,
    farmId,
    rows.map((row) => row.id),
  )
  const chosen = await chosenFor(
    ctx.db,
    rows.flatMap((row) => (row.audience === 'chosen' ? [row.id] : [])),
  )
  return rows.map(({ typed, ...row }) => ({
    ...row,
    values: valuesIn(typed),
    photos: photos.get(row.id) ?? [],
    chosen: chosen.get(row.id) ?? [],
  }))
}

/** The restaurants that drafts are restricted to, by draft; most drafts are public and need no query. */
async function chosenFor(db: DbOrTx, ids: readonly ProductId[]): Promise<Map<ProductId, GoodsDraft['chosen']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('draftAudience')
    .innerJoin('restaurants', 'restaurants.id', 'draftAudience.restaurantId')
    .select(['draftId as draft', 'restaurants.id', 'restaurants.name'])
    .where('draftId', 'in', ids)
    .orderBy('restaurants.name')
    .orderBy('restaurants.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.draft)].map(([draft, of]) => [draft, of.map(({ id, name }) => ({ id, name }))]),
  )
}

export const removeGoodsDraft = repeatable({
  name: 'goods.remove_draft',
  permission: 'goods.change',
  input: { id: DraftIdIn },
  refusals: goodsRefusals(),
  run: async (ctx, { id }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      if (!(await lockDraft(db, farmId, id))) return
      await db.deleteFrom('productDrafts').where('id', '=', id).execute()
      await dropPhotos(db, id)
    })
    return ok(null)
  },
})

/**
 * Copies a product to a draft, including photos: another size of the same, or last year's product with this year's
 * price. The copy of a product restricted to chosen restaurants has the same restriction. One copy per key.
 */
export const duplicateGoods = mutation({
  name: 'goods.duplicate',
  permission: 'goods.change',
  input: { id: ProductIdIn },
  refusals: goodsRefusals('key_reused'),
  same: ({ id }) => ({ id }),
  run: async (ctx, { id }) => {
    const { db } = ctx
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const row = await db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', id)
      .where('farmId', '=', farmId)
      .forShare()
      .executeTakeFirst()
    if (!row) throw new NotFound('product')
    const copy = newId<'product'>()
    const { stock: _, ...whole } = valuesOf(row, null)
    // derived values follow the changes in the copy
    const typed = { ...whole, ...withoutDerived(whole, {}, [row.method]) }
    const { audience } = row
    const moments = { createdAt: ctx.now, savedAt: ctx.now }
    await db
      .insertInto('productDrafts')
      .values({ id: copy, farmId, typed: JSON.stringify(typed), audience, ...moments })
      .execute()
    await sql`insert into draft_audience (draft_id, restaurant_id)
              select ${copy}::uuid, restaurant_id from product_audience where product_id = ${id}`.execute(db)
    await copyPhotos(db, { from: id, to: copy })
    return ok({ id: copy })
  },
})
