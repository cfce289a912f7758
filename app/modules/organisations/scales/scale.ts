import { addDays, daysBetween, type JstDate, jstDate } from '#kernel/jst.ts'

/** What is on a scale that may be used for trade: 検定証印 or 基準適合証印. */
export const scaleMarks = ['verified', 'conforming'] as const
export type ScaleMark = (typeof scaleMarks)[number]
export const scaleMarkWord: Readonly<Record<ScaleMark, string>> = { verified: '検定証印', conforming: '基準適合証印' }

/** From the first notice to a farm until its weighing without a scale in date is refused, in days: our choice. */
export const scaleNoticeDays = 60
/** How long before its inspection is due the owners are reminded, in days. */
export const scaleReminderDays = 30

/**
 * The last day on which a scale may be used: a 定期検査 is due a year after the month of its mark, then every two years.
 * Source: 計量法 第19条・第21条. Both are counted to the end of the month, because a mark has no day.
 */
export function scaleDueOn({ markedOn, inspectedOn }: { markedOn: JstDate; inspectedOn: JstDate | null }): JstDate {
  const from = inspectedOn ?? markedOn
  const year = Number(from.slice(0, 4)) + (inspectedOn ? 2 : 1)
  const month = Number(from.slice(5, 7))
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return addDays(jstDate(next), -1)
}

export type ScaleState = 'in_date' | 'due_soon' | 'overdue'

export function scaleState(dueOn: JstDate, today: JstDate): ScaleState {
  if (dueOn < today) return 'overdue'
  return daysBetween(today, dueOn) <= scaleReminderDays ? 'due_soon' : 'in_date'
}

/** The last day on which a farm may weigh without a scale in date; null: it was not told yet. */
export const weighsUntil = (toldOn: JstDate | null): JstDate | null => toldOn && addDays(toldOn, scaleNoticeDays)

/** `2026-11` of a month field as its first day; null if it is no month. */
export function monthIn(text: string): JstDate | null {
  const [, year = '', month = ''] = /^(20\d{2})[-/年](\d{1,2})月?$/.exec(text.normalize('NFKC').trim()) ?? []
  return Number(month) >= 1 && Number(month) <= 12 ? jstDate(`${year}-${month.padStart(2, '0')}-01`) : null
}
