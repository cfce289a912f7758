import type { PriceWhy } from './agreed-price.ts'

/** Why the price is lower than the list price, in one word beside it; the list price has none. */
export const priceWhyWord: Readonly<Record<Exclude<PriceWhy, 'list'>, string>> = {
  tier: 'まとめ買い',
  own: 'お得意さま価格',
}
