import { jstDate, jstDateOf, momentOf } from './jst.ts'

/**
 * 取引情報 (電子帳簿保存法) is kept for ten years from the day on which the tax return for its business year is due, which is
 * at most fifteen months later: a year that began on the day itself, and three months with an extension.
 */
const tradeRecordMonths = 10 * 12 + 15

/** What is older than this is kept no longer. */
export function tradeRecordsBefore(now: Date): Date {
  const today = jstDateOf(now)
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - tradeRecordMonths
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  return momentOf(jstDate(`${year}-${String(month).padStart(2, '0')}-01`), 0)
}
