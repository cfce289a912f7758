import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, KitchenId, ProductId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { Goods } from '#modules/cart/cart-rows.server.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'

/** How many products of the farm the host can choose from. */
const mostProducts = 60

export type GroupGoods = {
  productId: ProductId
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  /** Of each unit for the chosen quantity, without tax, for this restaurant; of catch weight for a kilogram. */
  priceYen: Yen
  catchWeight: boolean
  minQty: number
  maxQty: number
  orderStep: number
  /** What is in stock, or promised as harvest on the best day. */
  availableQty: number
  qty: number
}

type Asked = { farmId: FarmId; kitchenId: KitchenId; chosen: readonly Goods[] }

/** What the farm sells to this restaurant, at its prices, with the quantities chosen already. */
export async function goodsToChoose(
  ctx: Ctx,
  buyer: BuyerActor,
  { farmId, kitchenId, chosen }: Asked,
): Promise<GroupGoods[]> {
  const listed = await ctx.db
    .selectFrom('products')
    .select(['id', 'minQty'])
    .where('farmId', '=', farmId)
    .where('status', '=', 'listed')
    .where(existsFor(ctx, 'products'))
    .orderBy('name')
    .orderBy('id')
    .limit(mostProducts)
    .execute()
  const asked = new Map(chosen.map(({ productId, qty }) => [productId, qty]))
  const goods = [
    ...chosen,
    ...listed.filter(({ id }) => !asked.has(id)).map(({ id, minQty }) => ({ productId: id, qty: minQty })),
  ]
  const { farms } = await readCart(ctx, buyer, kitchenId, goods)
  return farms.flatMap(({ lines }) =>
    lines
      .filter(({ listed, productId }) => listed || asked.has(productId))
      .map((line) => ({
        productId: line.productId,
        name: line.name,
        packLabel: line.packLabel,
        unitLabel: line.unitLabel,
        picture: line.picture,
        priceYen: agreedPrice(line.qty, line).priceYen,
        catchWeight: line.catchWeight,
        minQty: line.minQty,
        maxQty: line.maxQty,
        orderStep: line.orderStep,
        availableQty: line.harvest ? Math.max(0, ...line.harvest.map(({ left }) => left)) : line.availableQty,
        qty: asked.get(line.productId) ?? 0,
      })),
  )
}
