import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { yen } from '#kernel/yen.ts'
import { sharedGoods } from '#modules/products/catalog/shared-goods.server.ts'
import { goodsAudience, setAudience } from '#modules/products/prices/audience.server.ts'
import { agreeOwnPrice, endOwnPrice, type OwnPrice, ownPricesOf } from '#modules/products/prices/own-prices.server.ts'
import { regulars } from '#modules/products/prices/regulars.server.ts'
import { priceTiers, setTiers } from '#modules/products/prices/tiers.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'

export const pricesHandlers = {
  shared: api.prices.shared.handler(async ({ context: { ctx } }) => ({ products: await sharedGoods(ctx) })),
  tiers: api.prices.tiers.handler(async ({ context: { ctx }, input: { params } }) => {
    const { listYen, version, tiers } = await priceTiers(ctx, params.id)
    return { listYen, version, tiers }
  }),
  setTiers: api.prices.setTiers.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const tiers = body.tiers.map(({ fromQty, priceYen }) => ({ fromQty, priceYen: yen(priceYen) }))
    return changed(await setTiers(ctx, { id: params.id, version: body.version, tiers }))
  }),
  audience: api.prices.audience.handler(async ({ context: { ctx }, input: { params } }) => {
    const { audience, version, chosen } = await goodsAudience(ctx, params.id)
    return { audience, version, restaurants: chosen }
  }),
  setAudience: api.prices.setAudience.handler(async ({ context: { ctx }, input: { params, body } }) =>
    changed(await setAudience(ctx, { id: params.id, ...body })),
  ),
  regulars: api.prices.regulars.handler(async ({ context: { ctx } }) => ({ regulars: await regulars(ctx) })),
  ownPrices: api.prices.ownPrices.handler(async ({ context: { ctx }, input: { params } }) => ({
    prices: (await ownPricesOf(ctx, params.id)).held.map(ownPriceAnswer),
  })),
  agree: api.prices.agree.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const of =
      'productId' in body ? { productId: body.productId, priceYen: body.priceYen } : { percentOff: body.percentOff }
    const { from, until } = body
    const agreed = { restaurantId: params.id, key: headers['idempotency-key'], of, from, until }
    return granted(await agreeOwnPrice(ctx, agreed), goodsRefusalText)
  }),
  end: api.prices.end.handler(({ context: { ctx }, input: { params } }) => endOwnPrice(ctx, params.id)),
}

const changed = (done: Awaited<ReturnType<typeof setTiers>>) => {
  const value = granted(done, goodsRefusalText)
  return { changed: value.changed }
}

const ownPriceAnswer = ({ id, product, priceYen, percentOff, from, until }: OwnPrice) => ({
  id,
  product: product && { id: product.id, name: product.name, listYen: product.listYen },
  priceYen,
  percentOff,
  from,
  until,
})
