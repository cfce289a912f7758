import { z } from 'zod'
import { ok, refuse } from '#kernel/result.ts'
import { Body, IdOf, KitchenChoice, Quantity } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { lockedCart } from './cart-store.server.ts'
import { goodsForCart, judgeLine, replaceLines } from './goods-for-cart.server.ts'
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
 * detail of a refusal names the product. The cart is locked before its lines, as when it is ordered.
 */
export const setCart = mutation({
  name: 'cart.set',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, lines: Lines },
  refusals: cartRefusals('below_minimum', 'above_maximum', 'wrong_step', 'not_listed', 'key_reused'),
  planned: 'once',
  run: async (ctx, { kitchenId: named, lines }) => {
    const own = ownKitchen(ctx, named)
    const cartId = await lockedCart(ctx.db, own)
    const goods = await goodsForCart(
      ctx,
      own,
      lines.map(({ productId }) => productId),
    )
    const judged = lines.map(({ productId, qty }) => ({ productId, qty, result: judgeLine(goods.get(productId), qty) }))
    const priced = []
    for (const { productId, qty, result } of judged) {
      if (!result.ok) return refuse(result.refusal, { ...result.detail, productId })
      priced.push({ productId, qty, seenPriceYen: result.value.seenPriceYen })
    }
    await replaceLines(ctx.db, ctx.now, cartId, { restaurantId: own.buyer.restaurantId, lines: priced })
    return ok({ lineCount: priced.length })
  },
})
