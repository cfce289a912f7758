import type { PriceWhy } from './agreed-price.ts'

/** Why something costs less than on the list, in one word beside the price; the list price needs none. */
export const priceWhyWord: Readonly<Record<Exclude<PriceWhy, 'list'>, string>> = {
  tier: 'まとめ買い',
  own: 'お得意さま価格',
}
