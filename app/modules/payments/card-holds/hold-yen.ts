import { type Yen, yen } from '#kernel/yen.ts'

/** What the provider can hold at least and at most, in yen. */
export const leastHoldYen = yen(50)
export const mostHoldYen = yen(99_999_999)

/** An order is weighed only later: what is held on the card is its estimate and 15 %, rounded up. */
export const holdYen = (estimateYen: Yen): Yen => yen(Math.max(leastHoldYen, Math.ceil((estimateYen * 115) / 100)))
