import holidayJp from '@holiday-jp/holiday_jp'
import type { JstDate } from './jst.ts'

/**
 * The public holidays of Japan (国民の祝日), with substitute holidays (振替休日) and the days that become holidays by standing
 * between two (2026-09-22).
 *
 * Source: npm @holiday-jp/holiday_jp, 1970–2050; after that no day is a holiday. The government fixes the two equinox
 * days only in February of the year before, so later years are a forecast.
 *
 * We read the library's table and not its functions, because those turn a Date into a day by the time zone of the
 * machine. About 230 kB of source, so it runs on the server; pages get the result.
 */
const names: ReadonlyMap<string, string> = new Map(
  Object.values<{ date: string; name: string }>(holidayJp.holidays).map((holiday) => [holiday.date, holiday.name]),
)

export const isHoliday = (day: JstDate): boolean => names.has(day)

/** 勤労感謝の日, こどもの日 振替休日; null for an ordinary day. */
export const holidayName = (day: JstDate): string | null => names.get(day) ?? null
