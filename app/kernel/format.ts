import type { Clock } from './clock.ts'
import { type JstDate, jstDateOf, jstMinuteOf, weekdayOf } from './jst.ts'

/**
 * Formatting of figures and days. Pure functions without Intl: the first Intl object of a page costs a phone about 50 ms,
 * and every page has a figure.
 */

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** 1,234,567.5: groups of three, at most three decimals, and 0 for −0. */
export function formatNumber(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000
  const [whole = '', decimals] = String(rounded + 0).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** ¥2,680. Not style: 'currency', which writes the full-width ￥. A minus is U+2212. */
export const formatYen = (amount: number): string =>
  amount < 0 ? `−¥${formatNumber(-amount)}` : `¥${formatNumber(amount)}`

/** For the marks of an axis, where an amount in full is too long: ¥5,000, 25万円, 1.5億円. */
export function formatShortYen(amount: number): string {
  if (Math.abs(amount) < 10_000) return formatYen(amount)
  const [unit, word] = Math.abs(amount) < 100_000_000 ? [10_000, '万円'] : [100_000_000, '億円']
  return `${amount < 0 ? '−' : ''}${formatNumber(Math.round((Math.abs(amount) / unit) * 100) / 100)}${word}`
}

/** 2,685 g as 2.685kg; whole kilograms without a point; below a kilogram in grams. */
export function formatGrams(weight: number): string {
  if (weight < 1000) return `${formatNumber(weight)}g`
  return `${formatNumber(Math.floor(weight / 1000))}${fraction(weight)}kg`
}

const fraction = (weight: number) => {
  const rest = String(weight % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return rest === '' ? '' : `.${rest}`
}

export const weekdayWord = (day: JstDate): string => weekdays[weekdayOf(day)]

let yearNow = () =>
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset.year) ??
  jstDateOf(new Date()).slice(0, 4)

/**
 * Whose year dates leave out: that of the server's clock, which a test may move. A browser takes the year in which its
 * page was made, so that also a page that was stored last year is drawn as it was sent.
 */
export function leaveOutYearOf(clock: Clock): void {
  yearNow = () => jstDateOf(clock.now()).slice(0, 4)
}

const isOfThisYear = (day: JstDate) => day.startsWith(yearNow())

const dayOfYear = (day: JstDate, holiday: string | null = null) =>
  `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日(${weekdayWord(day)}${holiday ? '・祝' : ''})`

/** 11月24日(火), with (月・祝) where a holiday's name is given; 2025年12月31日(水) in another year. */
export const formatDay = (day: JstDate, holiday: string | null = null): string =>
  isOfThisYear(day) ? dayOfYear(day, holiday) : `${day.slice(0, 4)}年${dayOfYear(day, holiday)}`

/** 2026年11月24日(火) */
export const formatDayWithYear = (day: JstDate): string => `${day.slice(0, 4)}年${dayOfYear(day)}`

/** 24日(火), where the month is clear from the context. */
export const formatShortDay = (day: JstDate): string => `${Number(day.slice(8, 10))}日(${weekdayWord(day)})`

const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`

/** 2026/11/21 09:12, as spreadsheets read it. */
export const formatMomentWithYear = (moment: Date): string => `${jstDateOf(moment).slice(0, 4)}/${momentOfYear(moment)}`

/** 11/21 09:12, for dense tables and histories; 2025/11/21 09:12 in another year. */
export const formatMoment = (moment: Date): string =>
  isOfThisYear(jstDateOf(moment)) ? momentOfYear(moment) : formatMomentWithYear(moment)

function momentOfYear(moment: Date): string {
  const day = jstDateOf(moment)
  return `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))} ${clock(jstMinuteOf(moment)).padStart(5, '0')}`
}

/** 14:00 */
export const formatTime = (moment: Date): string => clock(jstMinuteOf(moment))
export const formatMinute = (minute: number): string => clock(minute)

/**
 * A deadline in everyday words: 今夜24:00, 今日12:00, 明日9:00, 11月24日(火) 12:00. Midnight belongs to the evening before.
 * Before five in the morning 今夜 and 明日 mean two days to two readers: the day is named, 23日(月) 24:00.
 */
export function formatDeadline(deadline: Date, now: Date): string {
  const midnight = jstMinuteOf(deadline) === 0
  const day = jstDateOf(new Date(deadline.getTime() - (midnight ? 1 : 0)))
  const time = midnight ? '24:00' : formatTime(deadline)
  const today = jstDateOf(now)
  const tomorrow = jstDateOf(new Date(now.getTime() + 86_400_000))
  if (day !== today && day !== tomorrow) return `${formatDay(day)} ${time}`
  if (jstMinuteOf(now) < 5 * 60) return `${Number(day.slice(8, 10))}日(${weekdayWord(day)}) ${time}`
  if (day === tomorrow) return `明日${time}`
  return midnight || jstMinuteOf(deadline) >= 18 * 60 ? `今夜${time}` : `今日${time}`
}

/** あと1時間12分, あと3日; empty once it has passed. */
export function formatRemaining(deadline: Date, now: Date): string | null {
  const minutes = Math.floor((deadline.getTime() - now.getTime()) / 60_000)
  if (minutes < 0) return null
  if (minutes < 60) return `あと${minutes}分`
  if (minutes < 48 * 60) return `あと${Math.floor(minutes / 60)}時間${minutes % 60 === 0 ? '' : `${minutes % 60}分`}`
  return `あと${Math.floor(minutes / (24 * 60))}日`
}

/** 2026-11 as 2026年11月 */
export const formatMonth = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`

export const formatPostalCode = (digits: string): string => `〒${digits.slice(0, 3)}-${digits.slice(3)}`
