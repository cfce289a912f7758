import { plainDigits } from '#kernel/text.ts'

/** The amount left of a product: a count with at most one decimal, such as 「0.5」 for half a box. */
const mostLeft = 9_999

/** The typed count (`2`, `０．５`), or null if it is empty or invalid. */
export function parseLeft(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const digits = plainDigits(text)
  if (!/^\d{1,4}(\.\d?)?$/.test(digits)) return null
  const left = Number(digits)
  return left <= mostLeft ? left : null
}

export type Sold = { minQty: number; orderStep: number; maxQty: number; availableQty: number }

/**
 * How many to order to reach the usual amount (適量) again: the difference, rounded up to sale units, and at most what is
 * available. 0 if enough is left, or if not even the minimum is available.
 */
export function missingToPar(usual: number, left: number, sold: Sold): number {
  const missing = Math.ceil(usual - left)
  if (missing <= 0) return 0
  const steps = Math.ceil(Math.max(0, missing - sold.minQty) / sold.orderStep)
  const most = Math.min(sold.maxQty, sold.availableQty)
  const mostSteps = Math.floor((most - sold.minQty) / sold.orderStep)
  return mostSteps < 0 ? 0 : sold.minQty + Math.min(steps, mostSteps) * sold.orderStep
}
