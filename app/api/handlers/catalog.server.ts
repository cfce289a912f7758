import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { isBuyer } from '#access/rules.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { readCart } from '#modules/cart/cart-store.server.ts'
import type { Destination } from '#modules/catalog/arriving-farms.server.ts'
import { listProducts, type ProductPage } from '#modules/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '#modules/catalog/product-page.server.ts'
import { parseListCursor } from '#modules/catalog/product-sort.ts'
import { api, kitchenOf } from '../api.server.ts'
import { dayAnswer } from './cart-answer.ts'

export const catalogHandlers = {
  products: api.catalog.products.handler(async ({ context: { ctx }, input: { query } }) =>
    pageAnswer(
      await listProducts(ctx, {
        q: query.q,
        category: query.category,
        farmId: query.farmId,
        inSeason: query.inSeason === 'true',
        arrives: query.arrivesOn && { on: query.arrivesOn, at: await destination(ctx, query.kitchenId) },
        after: parseListCursor(query.after, 'newest') ?? undefined,
        limit: query.limit,
      }),
    ),
  ),
  product: api.catalog.product.handler(async ({ context: { ctx }, input }) => {
    const product = await productDetail(ctx, input.params.id, await destinationOfBuyer(ctx, input.query.kitchenId))
    return { ...product, farmPanel: panelAnswer(product.farmPanel), days: product.days.map(dayAnswer) }
  }),
  farm: api.catalog.farm.handler(async ({ context: { ctx }, input }) => {
    const farm = await farmDetail(ctx, input.params.id, await destinationOfBuyer(ctx, input.query.kitchenId))
    return { ...panelAnswer(farm), days: farm.days.map(dayAnswer), products: pageAnswer(farm.products) }
  }),
}

async function destination(ctx: Ctx, named: KitchenId | undefined): Promise<Destination> {
  return (await readCart(ctx, requireBuyer(ctx.actor), kitchenOf(ctx.actor, named))).kitchen
}

/** Days are told to those who have a kitchen to bring the goods to. */
const destinationOfBuyer = async (ctx: Ctx, named: KitchenId | undefined) =>
  isBuyer(ctx.actor) && (named || ctx.actor.kitchenIds.length > 0) ? destination(ctx, named) : null

const pageAnswer = (page: ProductPage) => page

type Panel = Awaited<ReturnType<typeof productDetail>>['farmPanel']

const panelAnswer = <P extends Panel>(panel: P) => ({
  ...panel,
  policy: { ...panel.policy, shipWeekdays: [...panel.policy.shipWeekdays] },
})
