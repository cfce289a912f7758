import { formatYen } from '#kernel/format.ts'
import { daysBetween, type JstDate } from '#kernel/jst.ts'

/** What a unit (or a kg) cost when it last came: `yen` above 0 where it is dearer now, below where it is cheaper. */
export type SinceLast = { on: JstDate; yen: number }

/** 「先週より 120円安い」; null where nothing has changed. `on`: the day for which one is ordering. */
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
