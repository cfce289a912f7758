type Limits = { availableQty: number | null; minQty: number; maxQty: number; orderStep: number }

/**
 * The largest part of the wanted quantity that stock, limits and steps allow, or the minimum quantity if that is
 * larger; 0 if not even the minimum is available.
 */
export function fitQuantity(wanted: number, limits: Limits): number {
  if (wanted <= 0) return 0
  const most = Math.min(Math.max(wanted, limits.minQty), limits.availableQty ?? 0, limits.maxQty)
  if (most < limits.minQty) return 0
  return limits.minQty + Math.floor((most - limits.minQty) / limits.orderStep) * limits.orderStep
}
