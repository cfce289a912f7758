import { z } from 'zod'
import { AskUntil, Body, DayIn, IdOf, OnShortage, Otherwise, Quantity, Slot } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'

/** What the buyer saw when they pressed: sent along with the order. The same schema is sent with the cart. */
export const SeenQuoteIn = Body({
  totalYen: z.int(),
  lines: z.array(Body({ productId: IdOf<'product'>('品'), qty: Quantity(1), priceYen: z.int().min(0) })).max(500),
  farms: z
    .array(
      Body({
        farmId: IdOf<'farm'>('農園'),
        deliveryOn: DayIn.nullable(),
        slot: Slot,
        freightYen: z.int(),
        // the shown fee of a late cancellation
        lateCancelPercent: z.int().min(0).max(100).optional(),
      }),
    )
    .max(200),
}).describe('注文する人が見た金額・数・日。かごの答えの seen をそのまま送ります')
export type SeenQuote = z.output<typeof SeenQuoteIn>

/** An instruction for a shortage, with its parameters. */
export const shortageInstruction = {
  onShortage: OnShortage,
  substitutes: z.array(IdOf<'product'>('商品')).max(20).optional().describe('かわりに送ってよい、同じ農園の商品'),
  substituteMaxYen: z
    .int('整数を入れてください。')
    .min(1)
    .transform(yen)
    .optional()
    .describe('かわりの品に払ってよい金額（税抜）'),
  askUntil: AskUntil.optional(),
  otherwise: Otherwise.optional(),
}
