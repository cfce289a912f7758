import { type SeenQuote, SeenQuoteIn } from '#modules/cart/cart-input.ts'

/** The seen values of the form; a form that was tampered with matches no slip that was shown. */
export function readSeen(text: string): SeenQuote | null {
  try {
    return SeenQuoteIn.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
