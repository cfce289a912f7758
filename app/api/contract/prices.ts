import { z } from 'zod'
import { mostPercent } from '#modules/products/prices/own-price.ts'
import { mostTiers } from '#modules/products/prices/tiers.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { ProductCard } from './catalog.ts'
import { endpoint, needsKey, refusals } from './endpoint.ts'
import { AnId, Body, Count, Day, DayIn, IdOf, KeyHeader, PriceTierOut, Quantity, Yen } from './shapes.ts'

const tag = '値段の決まり'
const productId = '0193c0de-0000-7000-8000-000000000005'
const restaurantId = '0193c0de-0000-7000-8000-000000000002'

const YenIn = z
  .int('値段は整数の円で入力してください。')
  .min(1, '値段は1円以上です。')
  .max(10_000_000, '値段が大きすぎます。')
const Version = z.int().min(1).describe('読んだときの version。あとで変わっていたら 409 になります')
const Goods = z.object({ params: z.object({ id: IdOf<'product'>('品') }) })
const Shop = z.object({ params: z.object({ id: IdOf<'restaurant'>('店') }) })
const Changed = z.object({ changed: z.boolean() })

const Tiers = z.object({
  listYen: Yen.describe('ふつうの値段（税抜き。1kgの値段の品は1kg）'),
  version: Count,
  tiers: z.array(PriceTierOut),
})
const Audience = z.object({
  audience: z.enum(['everybody', 'chosen']),
  version: Count,
  restaurants: z.array(z.object({ id: AnId, name: z.string() })),
})
const OwnPrice = z.object({
  id: AnId,
  product: z.object({ id: AnId, name: z.string(), listYen: Yen }).nullable().describe('null はすべての品'),
  priceYen: Yen.nullable(),
  percentOff: Count.nullable(),
  from: Day,
  until: Day.nullable().describe('null はやめるまで'),
})

export const pricesContract = {
  shared: endpoint('members', {
    method: 'GET',
    path: '/shared-products',
    tag: '品をさがす',
    scope: 'catalog.read',
    summary: '自分の店だけに見せてもらっている品',
    description: '農園が、えらんだ店だけに出している品。ほかの店の一覧・検索・数には出ません。',
  }).output(z.object({ products: z.array(ProductCard) })),
  tiers: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/tiers',
    tag,
    scope: 'goods.write',
    summary: '品の、数の値段',
  })
    .input(Goods)
    .output(Tiers),
  setTiers: endpoint('members', {
    method: 'PUT',
    path: '/farm/goods/{id}/tiers',
    tag,
    scope: 'goods.write',
    summary: '品の、数の値段を決める',
    description: '入れたものだけになります。空にすると、なくなります。数がふえるほど安くします。',
    example: {
      body: {
        version: 3,
        tiers: [
          { fromQty: 5, priceYen: 1_650 },
          { fromQty: 10, priceYen: 1_500 },
        ],
      },
    },
  })
    .input(
      Goods.extend({
        body: Body({
          version: Version,
          tiers: z.array(Body({ fromQty: Quantity(1), priceYen: YenIn })).max(mostTiers, `${mostTiers}段までです。`),
        }),
      }),
    )
    .errors(
      refusals(
        [
          'changed_meanwhile',
          'tier_too_few',
          'tier_too_many_units',
          'tiers_not_rising',
          'tiers_not_falling',
          'too_cheap',
        ] as const,
        goodsRefusalText,
      ),
    )
    .output(Changed),
  audience: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/audience',
    tag,
    scope: 'goods.write',
    summary: '品を見せる店',
  })
    .input(Goods)
    .output(Audience),
  setAudience: endpoint('members', {
    method: 'PUT',
    path: '/farm/goods/{id}/audience',
    tag,
    scope: 'goods.write',
    summary: '品を見せる店を決める',
    description: 'everybody ならすべての店。chosen なら、注文をくれたことのある店からえらんだ店だけに見えます。',
    example: { body: { version: 3, audience: 'chosen', restaurantIds: [restaurantId] } },
  })
    .input(
      Goods.extend({
        body: Body({
          version: Version,
          audience: z.enum(['everybody', 'chosen']),
          restaurantIds: z.array(IdOf<'restaurant'>('店')).max(500, '500店までです。').default([]),
        }),
      }),
    )
    .errors(refusals(['changed_meanwhile', 'nobody_chosen'] as const, goodsRefusalText))
    .output(Changed),
  regulars: endpoint('members', {
    method: 'GET',
    path: '/farm/regulars',
    tag,
    scope: 'goods.write',
    summary: '注文をくれたことのある店',
  }).output(
    z.object({
      regulars: z.array(
        z.object({
          id: AnId,
          name: z.string(),
          orders: Count,
          lastOn: Day,
          ownPrices: Count.describe('決めてある価格の数'),
        }),
      ),
    }),
  ),
  ownPrices: endpoint('members', {
    method: 'GET',
    path: '/farm/regulars/{id}/prices',
    tag,
    scope: 'goods.write',
    summary: 'その店に決めた価格',
  })
    .input(Shop)
    .output(z.object({ prices: z.array(OwnPrice) })),
  agree: endpoint('members', {
    method: 'POST',
    path: '/farm/regulars/{id}/prices',
    tag,
    scope: 'goods.write',
    summary: 'その店の価格を決める',
    description:
      '品ひとつの値段か、すべての品の割引。同じものの前の価格と日が重なると、前のほうはその前の日で終わります。',
    successStatus: 201,
    example: { body: { productId, priceYen: 1_600, from: '2026-12-01', until: null } },
  })
    .errors(needsKey)
    .errors(
      refusals(
        [
          'own_price_past',
          'price_too_far',
          'days_reversed',
          'own_price_not_lower',
          'too_cheap',
          'too_many_own_prices',
          'key_reused',
        ] as const,
        goodsRefusalText,
      ),
    )
    .input(
      Shop.extend({
        headers: KeyHeader,
        body: z.union([
          Body({
            productId: IdOf<'product'>('品'),
            priceYen: YenIn,
            from: DayIn,
            until: DayIn.nullable().default(null),
          }),
          Body({
            percentOff: z
              .int('割引は整数の％で入力してください。')
              .min(1, '割引は1％以上です。')
              .max(mostPercent, `割引は${mostPercent}％までです。`),
            from: DayIn,
            until: DayIn.nullable().default(null),
          }),
        ]),
      }),
    )
    .output(z.object({ id: AnId })),
  end: endpoint('members', {
    method: 'DELETE',
    path: '/farm/prices/{id}',
    tag,
    scope: 'goods.write',
    summary: 'その価格をやめる',
    description: 'すぐに終わります。終わったものに送っても同じです。',
    successStatus: 204,
  }).input(z.object({ params: z.object({ id: IdOf<'ownPrice'>('価格') }) })),
}
