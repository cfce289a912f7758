import { z } from 'zod'
import { ok, refuse } from '#kernel/result.ts'
import { Body, IdOf, KitchenChoice, Quantity } from '#kernel/schema.ts'
import { mutationInOne } from '#modules/audit-log/use-case.server.ts'
import { cartToBe } from './cart-to-be.server.ts'
import { replaceLines } from './goods-for-cart.server.ts'
import { ownKitchen } from './own-kitchen.ts'
import { cartRefusals } from './refusal-text.ts'

const Lines = z
  .array(Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1) }))
  .max(500)
  .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, {
    error: '同じ商品が複数あります。1行にまとめてください。',
  })
  .describe('かごの全商品。指定しなかった商品は、かごから削除します')

/**
 * Sets the whole content of a cart: each line by the rules of a single one (`setCartLine`), and all of them or none. The
 * detail of a refusal names the product. `quote`: of the cart as it is then; not if the key was answered before.
 */
export const setCart = mutationInOne({
  name: 'cart.set',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, lines: Lines },
  refusals: cartRefusals('below_minimum', 'above_maximum', 'wrong_step', 'not_listed', 'key_reused'),
  run: async (ctx, { kitchenId: named, lines }) => {
    const own = ownKitchen(ctx, named)
    const { judged, quote } = await cartToBe(ctx, own, lines, { others: 'go' })
    const priced = []
    for (const { productId, qty, result } of judged) {
      if (!result.ok) return refuse(result.refusal, { ...result.detail, productId })
      priced.push({ productId, qty, seenPriceYen: result.value.seenPriceYen })
    }
    const value = { lineCount: priced.length }
    return ok({ value, writes: replaceLines(ctx.now, own, { lines: priced }), shows: { quote: quote() } })
  },
})
