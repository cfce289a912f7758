import { plainDigits } from '#kernel/text.ts'

/** How much of a product may be left: a count with at most one digit behind the point, as 「0.5」 for half a box. */
const mostLeft = 9_999

/** What was counted (`2`, `０．５`), or null where nothing was, or nothing that makes sense. */
export function parseLeft(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const digits = plainDigits(text)
  if (!/^\d{1,4}(\.\d?)?$/.test(digits)) return null
  const left = Number(digits)
  return left <= mostLeft ? left : null
}

export type Sold = { minQty: number; orderStep: number; maxQty: number; availableQty: number }

/**
 * How many to order so that there are again as many as usual (適量): the difference, rounded up to what is sold, and no
 * more than there is. 0 where enough is left, or where not even the least can be had.
 */
export function missingToPar(usual: number, left: number, sold: Sold): number {
  const missing = Math.ceil(usual - left)
  if (missing <= 0) return 0
  const steps = Math.ceil(Math.max(0, missing - sold.minQty) / sold.orderStep)
  const most = Math.min(sold.maxQty, sold.availableQty)
  const mostSteps = Math.floor((most - sold.minQty) / sold.orderStep)
  return mostSteps < 0 ? 0 : sold.minQty + Math.min(steps, mostSteps) * sold.orderStep
}
