/**
 * Business days and hours of Japan. Asia/Tokyo has had no daylight saving time since
 * 1951, so a JST day is UTC + 9 h, always; no time-zone library is needed.
 */

/** A day in Japan, `2027-06-01`. Never a Date at midnight. */
export type JstDate = string & { readonly __unit: 'jstDate' }

/** Minutes after midnight, 0…1440; 1440 is 24:00 of the same day. */
export type MinuteOfDay = number & { readonly __unit: 'minuteOfDay' }

/** 0 Sunday … 6 Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const dayMs = 86_400_000
const jstOffsetMs = 9 * 3_600_000
const shape = /^\d{4}-\d{2}-\d{2}$/

/** Parses `2027-06-01`; null for a wrong format or a day that does not exist (2027-02-30). */
export function parseJstDate(text: unknown): JstDate | null {
  if (typeof text !== 'string' || !shape.test(text)) return null
  const parsed = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text) return null
  return text as JstDate
}

/** For literals in source and tests; throws if it is not a day. */
export function jstDate(text: string): JstDate {
  const day = parseJstDate(text)
  if (!day) throw new RangeError(`not a day: ${text}`)
  return day
}

/** The day in Japan at this moment: 14:30 UTC on the 24th is still the 24th, 15:00 is the 25th. */
export const jstDateOf = (at: Date): JstDate => dayAt(at.getTime() + jstOffsetMs)

export const jstMinuteOf = (at: Date): MinuteOfDay =>
  Math.floor(((at.getTime() + jstOffsetMs) % dayMs) / 60_000) as MinuteOfDay

/**
 * Days are asked for again and again, a cart of three farms asks some hundred times: their texts and their moments are kept for
 * those that were asked for lately.
 */
const mostDays = 5_000
const texts = new Map<number, JstDate>()
const midnights = new Map<JstDate, number>()

/** The UTC day at these milliseconds. */
function dayAt(ms: number): JstDate {
  const nth = Math.floor(ms / dayMs)
  const known = texts.get(nth)
  if (known) return known
  const text = new Date(ms).toISOString().slice(0, 10) as JstDate
  if (texts.size >= mostDays) texts.clear()
  texts.set(nth, text)
  return text
}

function utcMidnight(day: JstDate): number {
  const known = midnights.get(day)
  if (known !== undefined) return known
  const ms = Date.parse(`${day}T00:00:00Z`)
  if (midnights.size >= mostDays) midnights.clear()
  midnights.set(day, ms)
  return ms
}

/** The moment of a minute of a day in Japan; minute 1440 is the end of that day. */
export const momentOf = (day: JstDate, minute: number): Date =>
  new Date(utcMidnight(day) - jstOffsetMs + minute * 60_000)

export const addDays = (day: JstDate, days: number): JstDate => dayAt(utcMidnight(day) + days * dayMs)

export const daysBetween = (from: JstDate, to: JstDate): number =>
  Math.round((utcMidnight(to) - utcMidnight(from)) / dayMs)

/** The earlier, and the later, of two days. */
export const earlierDay = (a: JstDate, b: JstDate): JstDate => (daysBetween(a, b) > 0 ? a : b)
export const laterDay = (a: JstDate, b: JstDate): JstDate => (daysBetween(a, b) > 0 ? b : a)

export const weekdayOf = (day: JstDate): Weekday => new Date(utcMidnight(day)).getUTCDay() as Weekday

export const monthOf = (day: JstDate): number => Number(day.slice(5, 7))

/** `9:30` or `24:00` as minutes of the day. */
export function minuteOfDay(text: string): MinuteOfDay {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text)
  const minute = match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
  if (!(minute >= 0 && minute <= 1440)) throw new RangeError(`not a time of day: ${text}`)
  return minute as MinuteOfDay
}

/** A moment written in Japanese time, `2027-06-01 20:00`; for tests and seeds. */
export function at(text: string): Date {
  const parsed = new Date(`${text.replace(' ', 'T')}+09:00`)
  if (Number.isNaN(parsed.getTime())) throw new RangeError(`not a moment: ${text}`)
  return parsed
}

export const addMinutes = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000)
export const addHours = (moment: Date, hours: number): Date => addMinutes(moment, hours * 60)

/**
 * The last moment of the minute, for pages that say how long it is until a deadline: deadlines are whole minutes, so the
 * words are those of the moment itself, and the page is the same until the minute ends.
 */
export const endOfMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000 + 59_999)
