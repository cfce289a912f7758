type Limits = { available_qty: number | null; min_qty: number; max_qty: number; order_step: number }

/**
 * The most of what was wanted that stock, limits and steps allow, or the least that is sold where it is
 * more than that; 0 when not even the least is there.
 */
export function fitQuantity(wanted: number, limits: Limits): number {
  if (wanted <= 0) return 0
  const most = Math.min(Math.max(wanted, limits.min_qty), limits.available_qty ?? 0, limits.max_qty)
  if (most < limits.min_qty) return 0
  return limits.min_qty + Math.floor((most - limits.min_qty) / limits.order_step) * limits.order_step
}
