import type { JstDate } from '#kernel/jst.ts'
import { guestWords } from './labels.ts'
import { type GuestLanguage, guestLanguages } from './language.ts'

const formats = (options: Intl.DateTimeFormatOptions) =>
  new Map(
    guestLanguages.map((language) => [
      language,
      new Intl.DateTimeFormat(guestWords[language].locale, { timeZone: 'UTC', ...options }),
    ]),
  )
const long = formats({ year: 'numeric', month: 'long', day: 'numeric' })
const short = formats({ month: 'short', day: 'numeric', weekday: 'short' })

const moment = (day: JstDate) => new Date(`${day}T00:00:00Z`)

/** 2026年11月24日, 24 November 2026. */
export const longDay = (day: JstDate, language: GuestLanguage): string => long.get(language)?.format(moment(day)) ?? day

/** 11月24日(火), Tue, 24 Nov. */
export const shortDay = (day: JstDate, language: GuestLanguage): string =>
  short.get(language)?.format(moment(day)) ?? day

/** 2026.11.24, as on the printed badge. */
export const printedDay = (day: JstDate): string => day.replaceAll('-', '.')

/** Months as ranges across the end of the year: [11, 12, 1, 5] is 11月〜1月、5月. */
export function monthRuns(months: readonly number[], language: GuestLanguage): string {
  const { month, allYear } = guestWords[language]
  const held = new Set(months)
  if (held.size === 12) return allYear
  const after = (one: number) => (one % 12) + 1
  const starts = [...held].filter((one) => !held.has(one === 1 ? 12 : one - 1)).sort((a, b) => a - b)
  return starts
    .map((start) => {
      let end = start
      while (held.has(after(end))) end = after(end)
      return start === end ? month(start) : `${month(start)}–${month(end)}`
    })
    .join(language === 'ja' || language === 'zh-Hant' ? '、' : ', ')
}
