import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { ShownTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { lockGoods } from '../keep-products.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import { hasOrdered } from './regulars.server.ts'
import { holdOrders } from './tiers.server.ts'

type Chosen = { id: RestaurantId; name: string }
export type GoodsAudience = { id: ProductId; name: string; version: number; audience: ShownTo; chosen: Chosen[] }

/** Who may see one of the farm's products. */
export const goodsAudience = query('goods.see', async (ctx: Ctx, id: ProductId): Promise<GoodsAudience> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('products')
    .select(['id', 'name', 'version', 'audience'])
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  return { ...row, chosen: await chosenOf(ctx.db, id) }
})

const chosenOf = (db: DbOrTx, id: ProductId): Promise<Chosen[]> =>
  db
    .selectFrom('productAudience')
    .innerJoin('restaurants', 'restaurants.id', 'productAudience.restaurantId')
    .select(['restaurants.id', 'restaurants.name'])
    .where('productId', '=', id)
    .orderBy('restaurants.name')
    .orderBy('restaurants.id')
    .execute()

/**
 * Shows a product to all restaurants, or only to these: for others it disappears from every list immediately, and can
 * no longer be ordered from a cart. Only restaurants that have ordered before, or that were already chosen.
 */
export const setAudience = repeatable({
  name: 'goods.set_audience',
  permission: 'goods.change',
  input: {
    id: IdOf<'product'>('商品'),
    version: RowVersion.describe('読み込んだときの version。その後に変更されていた場合は 409 になります'),
    audience: z.enum(['everybody', 'chosen']),
    restaurantIds: z.array(IdOf<'restaurant'>('飲食店')).max(500, '公開先は500店までです。').default([]),
  },
  refusals: goodsRefusals('changed_meanwhile', 'nobody_chosen'),
  run: async (ctx, { id, version, audience, restaurantIds }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const wanted = audience === 'everybody' ? [] : [...new Set(restaurantIds)]
    return ctx.db.transaction().execute(async (db) => {
      const goods = await lockGoods(db, farmId, id)
      const before = await chosenOf(db, id)
      const same =
        goods.audience === audience && new Set([...wanted, ...before.map((it) => it.id)]).size === wanted.length
      if (same && before.length === wanted.length) return ok({ name: goods.name, changed: false })
      if (goods.version !== version) return refuse('changed_meanwhile')
      if (audience === 'chosen' && wanted.length === 0) return refuse('nobody_chosen')
      const known = new Set(before.map((it) => it.id))
      await mustBeRegulars(
        db,
        farmId,
        wanted.filter((it) => !known.has(it)),
      )
      await holdOrders(db, farmId)
      await db
        .deleteFrom('productAudience')
        .where('productId', '=', id)
        .$if(wanted.length > 0, (query) => query.where('restaurantId', 'not in', wanted))
        .execute()
      if (wanted.length > 0)
        await db
          .insertInto('productAudience')
          .values(wanted.map((restaurantId) => ({ productId: id, restaurantId, since: ctx.now })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await db
        .updateTable('products')
        .set({ audience, version: version + 1 })
        .where('id', '=', id)
        .execute()
      await recordEvent(db, ctx, {
        kind: 'goods_audience_changed',
        aboutFarmId: farmId,
        aboutProductId: id,
        data: {
          name: goods.name,
          changes: { audience: [audienceText(goods.audience, before), audienceText(audience, await chosenOf(db, id))] },
        },
      })
      return ok({ name: goods.name, changed: true })
    })
  },
})

const audienceText = (audience: ShownTo, chosen: readonly Chosen[]): string =>
  audience === 'everybody' ? 'すべての飲食店' : chosen.map(({ name }) => name).join('、')

async function mustBeRegulars(db: DbOrTx, farmId: FarmId, ids: readonly RestaurantId[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('restaurants as r')
    .select('r.id')
    .where('r.id', 'in', ids)
    .where('r.status', '=', 'approved')
    .where(hasOrdered(farmId))
    .execute()
  if (rows.length < ids.length) throw new NotFound('restaurant')
}
