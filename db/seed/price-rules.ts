import { addHours, jstDateOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { tiersText } from '#modules/products/prices/tiers.ts'
import { valuesOf } from '#modules/products/product-row.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedProduct } from './products.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Seeded = {
  tiers: Row<'priceTiers'>[]
  ownPrices: Row<'ownPrices'>[]
  audience: Row<'productAudience'>[]
  drafts: Row<'productDrafts'>[]
  draftAudience: Row<'draftAudience'>[]
  events: Row<'events'>[]
}

const byNumber: Readonly<Record<string, readonly { fromQty: number; priceYen: number }[]>> = {
  'ミニトマト アイコ': [
    { fromQty: 5, priceYen: 2_500 },
    { fromQty: 10, priceYen: 2_380 },
  ],
  'ピーマン 肉厚': [
    { fromQty: 4, priceYen: 2_180 },
    { fromQty: 8, priceYen: 2_050 },
  ],
}
const ownPriced = { name: 'フルーツトマト 塩育ち', priceYen: 1_980 }
/** What is too little for a list, and goes to weekly customers. */
export const hiddenGoods = 'ミニトマト イエローミミ'

/**
 * This morning the first demo farm has added tier prices to two of its products, given the demo restaurant an own
 * price, and reserved one product for it, of which it is drafting a smaller box. The older orders were at the list
 * price.
 */
export function priceRules(
  farm: SeedFarm,
  products: readonly SeedProduct[],
  shop: SeedRestaurant,
  now: Date,
  id: MakeId,
): Seeded {
  const ofFarm = products.filter((product) => product.farm === farm)
  const named = (name: string) => ofFarm.find(({ row }) => row.name === name)
  const at = addHours(now, -3)
  const event = (kind: string, product: SeedProduct, data: Record<string, unknown>): Row<'events'> => ({
    ...aboutNothing,
    id: id(at),
    at,
    kind,
    actorKind: 'farm',
    actorName: farm.owner.name,
    personId: farm.owner.id,
    adminId: null,
    aboutFarmId: farm.row.id,
    aboutProductId: product.row.id,
    data: { name: product.row.name, ...data },
  })
  const tiered = Object.entries(byNumber).flatMap(([name, tiers]) => {
    const product = named(name)
    return product ? [{ product, tiers: tiers.map((it) => ({ ...it, priceYen: yen(it.priceYen) })) }] : []
  })
  const own = named(ownPriced.name)
  const hidden = named(hiddenGoods)
  const smaller = hidden && aSmallerBox(hidden, id(at), at)
  return {
    tiers: tiered.flatMap(({ product, tiers }) =>
      tiers.map((it) => ({ productId: product.row.id, fromQty: it.fromQty, priceYen: it.priceYen })),
    ),
    ownPrices: own
      ? [
          {
            id: id(at),
            farmId: farm.row.id,
            restaurantId: shop.row.id,
            productId: own.row.id,
            priceYen: yen(ownPriced.priceYen),
            percentOff: null,
            fromOn: jstDateOf(now),
            untilOn: null,
            agreedAt: at,
            endedAt: null,
          },
        ]
      : [],
    audience: hidden ? [{ productId: hidden.row.id, restaurantId: shop.row.id, since: at }] : [],
    drafts: smaller ? [smaller] : [],
    draftAudience: smaller ? [{ draftId: smaller.id, restaurantId: shop.row.id }] : [],
    events: [
      ...tiered.map(({ product, tiers }) =>
        event('price_tiers_changed', product, { changes: { tiers: ['', tiersText(tiers, product.row.unitLabel)] } }),
      ),
      ...(own
        ? [
            event('own_price_agreed', own, {
              restaurantId: shop.row.id,
              changes: { ownPrice: ['', `${shop.row.name}：¥1,980/${own.row.unitLabel}`] },
            }),
          ]
        : []),
      ...(hidden
        ? [event('goods_audience_changed', hidden, { changes: { audience: ['すべての飲食店', shop.row.name] } })]
        : []),
    ],
  }
}

/** What follows from the weight is worked out again, and the price is asked for. */
const emptied = { packLabel: '', grossGrams: null, boxLitres: null, priceYen: null }

function aSmallerBox({ row }: SeedProduct, id: Row<'productDrafts'>['id'], at: Date): Row<'productDrafts'> {
  const { stock: _, ...values } = valuesOf(row, null)
  return {
    id,
    farmId: row.farmId,
    typed: { ...values, name: `${row.name}（小箱）`, netGrams: 1_000, ...emptied },
    version: 1,
    audience: 'chosen',
    savedBy: '',
    createdAt: at,
    savedAt: at,
  }
}
