import { type JstDate, parseJstDate } from './jst.ts'
import { ok, type Result, refuse } from './result.ts'

export type DayRefusal = 'empty' | 'not_a_day' | 'too_early' | 'too_late'

/** Both ends included. */
export type DayRule = { min?: JstDate | undefined; max?: JstDate | undefined }

/** `2026-11-25` from a native control, or `2026/11/25`, `２０２６年１１月２５日` from a browser without one. */
export function readDay(typed: string, { min, max }: DayRule = {}): Result<JstDate, DayRefusal> {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return refuse('empty')
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  const day = match && dayOf(match[1], match[2], match[3])
  if (!day) return refuse('not_a_day')
  if (min && day < min) return refuse('too_early')
  if (max && day > max) return refuse('too_late')
  return ok(day)
}

/** Year, month and day from three selects; 2月30日 is not a day. */
export function readDayMonthYear(
  year: string,
  month: string,
  day: string,
  rule?: DayRule,
): Result<JstDate, DayRefusal> {
  if (year === '' && month === '' && day === '') return refuse('empty')
  const found = dayOf(year, month, day)
  return found ? readDay(found, rule) : refuse('not_a_day')
}

const dayOf = (year = '', month = '', day = '') =>
  parseJstDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** 28 to 31; 31 while the month is not chosen, 29 for a February without a year. */
export function daysInMonth(year: number | null, month: number | null): number {
  if (!month) return 31
  return new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()
}

let era: Intl.DateTimeFormat | undefined

/** 1989（平成元年）, with the era of the year's last day, as on printed forms. */
export function yearWithEra(year: number): string {
  // not before it is needed: the first Intl object of a page takes long
  era ??= new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${year}（${era.format(Date.UTC(year, 11, 31))}）`
}

const sentences: Record<DayRefusal, string> = {
  empty: '日付が入力されていません。年・月・日を選択してください',
  not_a_day: '存在しない日付です。年・月・日を確認してください',
  too_early: '日付が早すぎます。より後の日を選択してください',
  too_late: '日付が先すぎます。より前の日を選択してください',
}

export const dayRefusalText = (refusal: DayRefusal): string => sentences[refusal]
