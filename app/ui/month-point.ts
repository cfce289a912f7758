import { formatMonth } from '#kernel/format.ts'
import type { ColumnPoint } from './columns.tsx'

/** A month (`2026-11…`) among the bars of several years: the year stands under the first one, and under each January. */
export function monthPoint(month: string, at: number, value: number | null): ColumnPoint {
  const number = Number(month.slice(5, 7))
  const begins = at === 0 || number === 1
  return {
    label: formatMonth(month),
    short: `${number}月`,
    below: begins ? `${month.slice(0, 4)}年` : undefined,
    value,
  }
}
