import { refuse } from '#kernel/result.ts'
import type { SeenQuote } from '#modules/cart/cart-input.ts'
import type { Quote } from '#modules/cart/quote.ts'
import { changesSince } from '#modules/cart/seen-quote.ts'

/**
 * Why this cart cannot be ordered as it is: empty, short, different from what was seen, or with something to correct.
 * Null: it can.
 */
export function blockers(quote: Quote, seen: SeenQuote) {
  if (quote.lineCount === 0) return refuse('cart_empty')
  const short = quote.farms.flatMap((farm) =>
    farm.lines.filter(({ problem }) => problem === 'out_of_stock' || problem === 'held_elsewhere'),
  )
  if (short.length > 0) return refuse('out_of_stock', { products: short.map((line) => line.productId) })
  if (changesSince(seen, quote).length > 0) return refuse('changed')
  if (!quote.orderable) return refuse('not_orderable')
  return null
}
