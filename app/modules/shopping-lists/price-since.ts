import { formatYen } from '#kernel/format.ts'
import { daysBetween, type JstDate } from '#kernel/jst.ts'

/**
 * The price change of a unit (or a kg) since it last came: `yen` is positive if it is dearer now, negative if it is
 * cheaper.
 */
export type SinceLast = { on: JstDate; yen: number }

/** 「先週より 120円安い」; null if nothing has changed. `on`: the delivery day of the new order. */
export function sinceText({
  since,
  on,
  perKg,
}: {
  since: SinceLast | null
  on: JstDate
  perKg: boolean
}): string | null {
  if (!since || since.yen === 0) return null
  const days = daysBetween(since.on, on)
  const than = days >= 5 && days <= 9 ? '先週' : '前回'
  const amount = formatYen(Math.abs(since.yen)).replace('¥', '')
  return `${than}より ${perKg ? '1kg ' : ''}${amount}円${since.yen < 0 ? '安い' : '高い'}`
}
