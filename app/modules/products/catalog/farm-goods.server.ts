import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { farmsAtHand, type NearFarm } from './farm-list.server.ts'
import { listProducts, type ProductPage } from './product-list.server.ts'
import { sharedGoods } from './shared-goods.server.ts'

/** As many as a farm usually has; the rest is in the list of its products. */
const mostGoods = 60

export type FarmGoods = { farms: NearFarm[]; chosen: NearFarm | null; goods: ProductPage }

/**
 * The suggested farms, and the products of the chosen one, or of the first, to fill a box with; those shown only to
 * this restaurant come first. Three queries for an approved restaurant, two for others.
 */
export const farmGoods = query(
  'public',
  async (ctx: Ctx, inCart: readonly FarmId[], asked: FarmId | null): Promise<FarmGoods> => {
    const farms = await farmsAtHand(ctx, inCart, asked)
    const chosen = farms.find(({ id }) => id === asked) ?? farms[0] ?? null
    if (!chosen) return { farms, chosen, goods: { products: [], count: 0, capped: false, next: null } }
    const shared = await sharedGoods(ctx, { farmId: chosen.id })
    const listed = await listProducts(ctx, { farmId: chosen.id, sort: 'recommended', limit: mostGoods })
    const goods = { ...listed, products: [...shared, ...listed.products], count: listed.count + shared.length }
    return { farms, chosen, goods }
  },
)
