import { z } from 'zod'
import { AskUntil, Body, DayIn, IdOf, OnShortage, Otherwise, Quantity, Slot } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'

/** What the buyer saw when they pressed: sent along with the order. The same schema is sent with the cart. */
export const SeenQuoteIn = Body({
  totalYen: z.int(),
  lines: z.array(Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1), priceYen: z.int().min(0) })).max(500),
  farms: z
    .array(
      Body({
        farmId: IdOf<'farm'>('農園'),
        deliveryOn: DayIn.nullable(),
        slot: Slot,
        wayId: IdOf<'deliveryWay'>('お届け方法').nullable().optional(),
        freightYen: z.int(),
        // the shown fee of a late cancellation
        lateCancelPercent: z.int().min(0).max(100).optional(),
      }),
    )
    .max(200),
}).describe('注文者が確認した金額・数量・お届け日。かごのレスポンスの seen をそのまま送信します')
export type SeenQuote = z.output<typeof SeenQuoteIn>

/** An instruction for a shortage, with its parameters. */
export const shortageInstruction = {
  onShortage: OnShortage,
  substitutes: z.array(IdOf<'product'>('商品')).max(20).optional().describe('代替品として送ってよい、同じ農園の商品'),
  substituteMaxYen: z
    .int('整数を入力してください。')
    .min(1)
    .transform(yen)
    .optional()
    .describe('代替品に支払ってよい金額（税抜）'),
  askUntil: AskUntil.optional(),
  otherwise: Otherwise.optional(),
}
