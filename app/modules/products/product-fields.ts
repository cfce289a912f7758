import type { Confidence, ProductStatus } from '#kernel/enums.ts'

/** The words and choices that pages show; the fields themselves are in product.ts, which the browser does not load. */

/** What is typed about a product, field by field; several months separated by commas. */
export type ProductTexts = Readonly<Record<string, string>>

/** The questions, one view each, in order. */
export const goodsSteps = ['photos', 'what', 'box', 'price', 'stock'] as const
export type GoodsStep = (typeof goodsSteps)[number]

export const goodsStepWord: Readonly<Record<GoodsStep, string>> = {
  photos: '写真',
  what: '商品',
  box: '箱と重量',
  price: '価格',
  stock: '出荷できる数量',
}

export const isGoodsStep = (text: unknown): text is GoodsStep => goodsSteps.some((step) => step === text)

export const stepAfter = (step: GoodsStep): GoodsStep | null => goodsSteps[goodsSteps.indexOf(step) + 1] ?? null
export const stepBefore = (step: GoodsStep): GoodsStep | null =>
  step === 'photos' ? null : (goodsSteps[goodsSteps.indexOf(step) - 1] ?? null)

/** Sale units: one of these follows the price. */
export const saleUnits = [
  '箱',
  'kg',
  '袋',
  '束',
  '本',
  '玉',
  '個',
  '株',
  'パック',
  '房',
  '枚',
  'ネット',
  '尾',
  '杯',
  '羽',
  '頭',
  '節',
  'ブロック',
  'びん',
] as const

/** The farmer's word for each state, used by the switch and the filter of the list. */
export const statusWord: Readonly<Record<ProductStatus, string>> = {
  draft: '下書き',
  listed: '販売中',
  paused: '販売休止',
  sold_out: '売り切れ',
  archived: '保管中',
}

export const confidenceWord: Readonly<Record<Confidence, string>> = {
  high: '確実',
  middle: 'おそらく',
  low: '天候次第',
}
