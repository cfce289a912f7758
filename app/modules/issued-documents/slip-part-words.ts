import type { DeliverySlipContent } from './document-content.ts'

/** What the parts of a divided order are called, on pages and papers. */
export const slipPartWords: Record<NonNullable<DeliverySlipContent['part']>, string> = {
  first: '先に出荷した分',
  rest: '残りの分',
}
