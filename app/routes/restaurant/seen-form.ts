import { z } from 'zod'
import { slots } from '#kernel/enums.ts'
import { type FarmId, type ProductId, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import type { SeenQuote } from '#modules/cart/seen-quote.ts'

const isId = (text: unknown) => parseId(text) !== null
const Seen = z.object({
  totalYen: z.int(),
  lines: z.array(z.object({ productId: z.custom<ProductId>(isId), qty: z.int(), priceYen: z.int() })).max(500),
  farms: z
    .array(
      z.object({
        farmId: z.custom<FarmId>(isId),
        deliveryOn: z.custom<JstDate>((day) => parseJstDate(day) !== null).nullable(),
        slot: z.enum(slots),
        freightYen: z.int(),
        lateCancelPercent: z.int().optional(),
      }),
    )
    .max(200),
})
/** The seen values of the form; a form that was tampered with matches no slip that was shown. */
export function readSeen(text: string): SeenQuote | null {
  try {
    const parsed = Seen.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
