import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, IdOf, RowVersion, Whole } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import type { PriceTier } from '#modules/pricing/agreed-price.ts'
import { lockGoods } from '../keep-products.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import { PriceIn } from './price-in.ts'
import { checkTiers, mostTiers, tiersText } from './tiers.ts'

export type GoodsTiers = {
  id: ProductId
  name: string
  unitLabel: string
  /** The unit of the price: 箱, or kg for products by weight. */
  per: string
  listYen: Yen
  minQty: number
  maxQty: number
  version: number
  tiers: PriceTier[]
}

/** One of the farm's products with its quantity prices. */
export const priceTiers = query('goods.see', async (ctx: Ctx, id: ProductId): Promise<GoodsTiers> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('products')
    .select(['id', 'name', 'unitLabel', 'catchWeight', 'priceYen as listYen', 'minQty', 'maxQty', 'version'])
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  const { catchWeight, ...goods } = row
  return { ...goods, per: catchWeight ? 'kg' : goods.unitLabel, tiers: await tiersOf(ctx.db, id) }
})

const tiersOf = (db: DbOrTx, id: ProductId): Promise<PriceTier[]> =>
  db.selectFrom('priceTiers').select(['fromQty', 'priceYen']).where('productId', '=', id).orderBy('fromQty').execute()

/** Replaces all quantity prices; an empty list removes them. `version`: what the page has seen; idempotent. */
export const setTiers = repeatable({
  name: 'price.set_tiers',
  permission: 'goods.change',
  input: {
    id: IdOf<'product'>('商品'),
    version: RowVersion.describe('読み込んだときの version。その後に変更されていた場合は 409 になります'),
    tiers: z
      .array(Body({ fromQty: Whole({ min: 1, max: 9_999 }), priceYen: PriceIn }))
      .max(mostTiers, `${mostTiers}段階までです。`),
  },
  refusals: goodsRefusals(
    'changed_meanwhile',
    'tier_too_few',
    'tier_too_many_units',
    'tiers_not_rising',
    'tiers_not_falling',
    'too_cheap',
  ),
  run: async (ctx, { id, version, tiers }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    return ctx.db.transaction().execute(async (db) => {
      const goods = await lockGoods(db, farmId, id)
      const before = await tiersOf(db, id)
      const [was, is] = [tiersText(before, goods.unitLabel), tiersText(tiers, goods.unitLabel)]
      if (was === is) return ok({ name: goods.name, changed: false })
      if (goods.version !== version) return refuse('changed_meanwhile')
      const refused = checkTiers(tiers, { listYen: goods.priceYen, minQty: goods.minQty, maxQty: goods.maxQty })
      if (refused) return refuse(refused, { min: goods.minQty, max: goods.maxQty })
      await holdOrders(db, farmId)
      await db.deleteFrom('priceTiers').where('productId', '=', id).execute()
      if (tiers.length > 0)
        await db
          .insertInto('priceTiers')
          .values(tiers.map(({ fromQty, priceYen }) => ({ productId: id, fromQty, priceYen })))
          .execute()
      await db
        .updateTable('products')
        .set({ version: version + 1 })
        .where('id', '=', id)
        .execute()
      await recordEvent(db, ctx, {
        kind: 'price_tiers_changed',
        aboutFarmId: farmId,
        aboutProductId: id,
        data: { name: goods.name, changes: { tiers: [was, is] } },
      })
      return ok({ name: goods.name, changed: true })
    })
  },
})

/**
 * Serialises with orders that are being placed, as they lock their farms (ordering/hold-places.server.ts). Lock a
 * product first, if needed.
 */
export async function holdOrders(db: DbOrTx, farmId: FarmId): Promise<void> {
  await db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().execute()
}
