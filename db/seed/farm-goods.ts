import { addDays, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'
import { promisedOf } from '#modules/products/catalog/harvest/harvest-window.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedProduct } from './products.ts'

type Seeded = {
  windows: Row<'harvestWindows'>[]
  drafts: Row<'productDrafts'>[]
  intros: Row<'farmIntros'>[]
  links: Row<'farmLinks'>[]
  methods: Row<'farmMethods'>[]
}

/** The first demo farm sells one product by its expected harvest; its stock is what it promises. */
const expected = [
  { from: -3, to: -2, least: 20, most: 24, confidence: 'high', note: '' },
  { from: -1, to: -1, least: 14, most: 14, confidence: 'high', note: '' },
  { from: 1, to: 3, least: 30, most: 50, confidence: 'middle', note: '雨なら少なめ' },
  { from: 4, to: 4, least: 20, most: 40, confidence: 'low', note: '雨なら半分' },
  { from: 6, to: 9, least: 20, most: 40, confidence: 'high', note: '' },
  { from: 10, to: 16, least: 10, most: 40, confidence: 'low', note: '霜しだい' },
] as const

/**
 * What the demo farms have stated beyond their products: future harvests, a draft that lacks its price, the five
 * answers, links, growing methods.
 */
export function farmGoods(farms: readonly SeedFarm[], products: readonly SeedProduct[], now: Date, id: MakeId): Seeded {
  const today = jstDateOf(now)
  const atLatestNow = (at: Date) => (at < now ? at : now)
  const windows = farms.slice(0, 1).flatMap((farm) => {
    const product = products.findLast(
      ({ row }) => row.farmId === farm.row.id && row.status === 'listed' && !row.catchWeight,
    )
    if (!product) return []
    const made = expected.map(({ from, to, least, most, confidence, note }): Row<'harvestWindows'> => {
      const range = { leastQty: least, mostQty: most, confidence }
      return {
        id: id(now),
        productId: product.row.id,
        farmId: farm.row.id,
        fromOn: addDays(today, from),
        toOn: addDays(today, to),
        leastQty: least,
        mostQty: most,
        confidence,
        promisedQty: promisedOf(range),
        // a past harvest was sold out
        reservedQty: to < 0 ? promisedOf(range) : 0,
        note,
        version: 1,
        createdAt: atLatestNow(momentOf(addDays(today, Math.min(from - 1, 0)), 5 * 60)),
        closedAt: to < 0 ? atLatestNow(momentOf(addDays(today, to + 1), 3)) : null,
      }
    })
    product.row.sellsFrom = 'harvest'
    product.availableQty = made.reduce((sum, window) => sum + window.promisedQty - window.reservedQty, 0)
    return made
  })
  const [first] = farms
  return {
    windows,
    drafts: first ? [aDraft(first, id, now)] : [],
    intros: first ? [anIntro(first, now)] : [],
    links: first
      ? [
          { farmId: first.row.id, kind: 'web', url: 'https://sato-farm.example.jp/' },
          { farmId: first.row.id, kind: 'instagram', url: 'https://www.instagram.com/example' },
        ]
      : [],
    methods: farms.map(({ row, method }) => ({ farmId: row.id, method, documentId: null })),
  }
}

const aDraft = ({ row }: SeedFarm, id: MakeId, now: Date): Row<'productDrafts'> => ({
  id: id(now),
  farmId: row.id,
  typed: {
    item: 'ミニトマト',
    name: '房どりミニトマト',
    method: 'conventional',
    unitLabel: '箱',
    netGrams: 3_000,
    seasonMonths: [monthOf(jstDateOf(now))],
  },
  version: 3,
  audience: 'everybody',
  savedBy: '',
  createdAt: now,
  savedAt: now,
})

const answers = {
  beginning: '八代の干拓地で、親子三代トマトをつくっています。',
  soil: '海のミネラルを含んだ土と、冬の長い日ざしが甘さのもとです。',
  care: 'ひと枝の実を四つにしぼり、赤くなるまで待って採ります。',
}

const anIntro = ({ row }: SeedFarm, now: Date): Row<'farmIntros'> => ({
  farmId: row.id,
  answers,
  version: 3,
  changedAt: now,
  publishedAt: null,
})
