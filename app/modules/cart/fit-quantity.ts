type Limits = { available_qty: number | null; min_qty: number; max_qty: number; order_step: number }

/**
 * The largest part of the wanted quantity that stock, limits and steps allow, or the minimum quantity if that is
 * larger; 0 if not even the minimum is available.
 */
export function fitQuantity(wanted: number, limits: Limits): number {
  if (wanted <= 0) return 0
  const most = Math.min(Math.max(wanted, limits.min_qty), limits.available_qty ?? 0, limits.max_qty)
  if (most < limits.min_qty) return 0
  return limits.min_qty + Math.floor((most - limits.min_qty) / limits.order_step) * limits.order_step
}
