import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { granted } from '#api/problems.server.ts'
import { ProductCard } from '#api/schemas/products.ts'
import { AnId, Count, Day, PriceTierOut, Yen } from '#api/schemas/shapes.ts'
import { Body, IdOf, KeyHeader } from '#kernel/schema.ts'
import { sharedGoods } from '#modules/products/catalog/shared-goods.server.ts'
import { goodsAudience, setAudience } from '#modules/products/prices/audience.server.ts'
import {
  agreeOwnPrice,
  endOwnPrice,
  OfEverything,
  OfProduct,
  type OwnPrice,
  ownPricesOf,
} from '#modules/products/prices/own-prices.server.ts'
import { regulars } from '#modules/products/prices/regulars.server.ts'
import { priceTiers, setTiers } from '#modules/products/prices/tiers.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'

const tag = '価格ルール'

const productId = '0193c0de-0000-7000-8000-000000000005'

const restaurantId = '0193c0de-0000-7000-8000-000000000002'

const Goods = z.object({ params: z.object({ id: IdOf<'product'>('商品') }) })

const Shop = z.object({ params: z.object({ id: IdOf<'restaurant'>('飲食店') }) })

/** About one product, saying whether anything is different. */
const changed = {
  params: { id: 'id' },
  output: z.object({ changed: z.boolean() }),
  answer: (_: ApiContext, _given: unknown, { changed }: { changed: boolean }) => ({ changed }),
} as const

const Tiers = z.object({
  listYen: Yen.describe('通常価格（税抜。1kg単価の商品は1kgあたり）'),
  version: Count,
  tiers: z.array(PriceTierOut),
})

const Audience = z.object({
  audience: z.enum(['everybody', 'chosen']),
  version: Count,
  restaurants: z.array(z.object({ id: AnId, name: z.string() })),
})

const OwnPriceOut = z.object({
  id: AnId,
  product: z.object({ id: AnId, name: z.string(), listYen: Yen }).nullable().describe('null はすべての商品'),
  priceYen: Yen.nullable(),
  percentOff: Count.nullable(),
  from: Day,
  until: Day.nullable().describe('null は終了するまで'),
})

const { from, until } = agreeOwnPrice.declaration.input

export const pricesOperations = {
  shared: endpoint('members', {
    method: 'GET',
    path: '/shared-products',
    tag: '商品の検索',
    scope: 'catalog.read',
    summary: '貴店限定商品',
    description: '農園が、選択した飲食店にのみ公開している商品。他の飲食店の一覧・検索・件数には含まれません。',
  })
    .output(z.object({ products: z.array(ProductCard) }))
    .handler(async ({ context: { ctx } }) => ({ products: await sharedGoods(ctx) })),
  tiers: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/tiers',
    tag,
    scope: 'goods.write',
    summary: '商品の数量別価格',
  })
    .input(Goods)
    .output(Tiers)
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const { listYen, version, tiers } = await priceTiers(ctx, params.id)
      return { listYen, version, tiers }
    }),
  setTiers: operation(setTiers, {
    method: 'PUT',
    path: '/farm/goods/{id}/tiers',
    tag,
    scope: 'goods.write',
    summary: '商品の数量別価格を設定する',
    description: '指定した内容に置き換わります。空にすると、設定がなくなります。数量が増えるほど安く設定します。',
    example: {
      body: {
        version: 3,
        tiers: [
          { fromQty: 5, priceYen: 1_650 },
          { fromQty: 10, priceYen: 1_500 },
        ],
      },
    },
    ...changed,
  }),
  audience: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/audience',
    tag,
    scope: 'goods.write',
    summary: '商品の公開先',
  })
    .input(Goods)
    .output(Audience)
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const { audience, version, chosen } = await goodsAudience(ctx, params.id)
      return { audience, version, restaurants: chosen }
    }),
  setAudience: operation(setAudience, {
    method: 'PUT',
    path: '/farm/goods/{id}/audience',
    tag,
    scope: 'goods.write',
    summary: '商品の公開先を設定する',
    description:
      'everybody の場合はすべての飲食店に公開します。chosen の場合は、注文を受けたことのある飲食店から選択した飲食店にのみ公開します。',
    example: { body: { version: 3, audience: 'chosen', restaurantIds: [restaurantId] } },
    ...changed,
  }),
  regulars: endpoint('members', {
    method: 'GET',
    path: '/farm/regulars',
    tag,
    scope: 'goods.write',
    summary: '注文を受けたことのある飲食店',
  })
    .output(
      z.object({
        regulars: z.array(
          z.object({
            id: AnId,
            name: z.string(),
            orders: Count,
            lastOn: Day,
            ownPrices: Count.describe('設定済みの価格の件数'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ regulars: await regulars(ctx) })),
  ownPrices: endpoint('members', {
    method: 'GET',
    path: '/farm/regulars/{id}/prices',
    tag,
    scope: 'goods.write',
    summary: 'その飲食店に設定した価格',
  })
    .input(Shop)
    .output(z.object({ prices: z.array(OwnPriceOut) }))
    .handler(async ({ context: { ctx }, input: { params } }) => ({
      prices: (await ownPricesOf(ctx, params.id)).held.map(ownPriceAnswer),
    })),
  agree: endpoint('members', {
    method: 'POST',
    path: '/farm/regulars/{id}/prices',
    tag,
    scope: 'goods.write',
    summary: 'その飲食店の価格を設定する',
    description:
      '1商品の価格、またはすべての商品の割引。同じ対象の前の価格と期間が重なる場合、前の価格は新しい価格の開始前日で終了します。',
    successStatus: 201,
    example: { body: { productId, priceYen: 1_600, from: '2026-12-01', until: null } },
  })
    .errors(needsKey)
    .errors(refusals(agreeOwnPrice.declaration.refusals.codes, goodsRefusalText))
    .input(
      Shop.extend({
        headers: KeyHeader,
        body: z.union([Body({ ...OfProduct.shape, from, until }), Body({ ...OfEverything.shape, from, until })]),
      }),
    )
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const of =
        'productId' in body ? { productId: body.productId, priceYen: body.priceYen } : { percentOff: body.percentOff }
      const { from, until } = body
      const agreed = { restaurantId: params.id, key: headers['idempotency-key'], of, from, until }
      return granted(await agreeOwnPrice(ctx, agreed), goodsRefusalText)
    }),
  end: operation(endOwnPrice, {
    method: 'DELETE',
    path: '/farm/prices/{id}',
    tag,
    scope: 'goods.write',
    summary: 'その価格を終了する',
    description: '直ちに終了します。終了済みのものに送信しても結果は同じです。',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
}

const ownPriceAnswer = ({ id, product, priceYen, percentOff, from, until }: OwnPrice) => ({
  id,
  product: product && { id: product.id, name: product.name, listYen: product.listYen },
  priceYen,
  percentOff,
  from,
  until,
})
