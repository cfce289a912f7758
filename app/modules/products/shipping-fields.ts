import type { MinuteOfDay, Weekday } from '#kernel/jst.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'

/** When a farm ships, as typed; several weekdays separated by commas. */
export type TypedShipping = Readonly<Record<string, string>>

type ReadShipping = {
  shipWeekdays: Weekday[]
  shipsOnHolidays: boolean
  packingMinute: MinuteOfDay
  cutoffHoursBeforePacking: number
  answerHoursAfterCutoff: number
  freeFreightFromYen: number | null
  minOrderYen: number
  /** As a share of the products' price: for agreeing to a cancellation after the cutoff. */
  lateCancelPercent: number
  autoAccept: boolean
}

/** The maximum fee of a farm for a late cancellation. */
const mostLateCancelPercent = 50

/** The possible closing times, on the day before packing or on the day itself. */
export const cutoffs = ['1:12', '1:15', '1:18', '1:20', '1:24', '2:12', '2:18', '0:6', '0:8'] as const

/** 1:18 → 前の日の18:00 */
export function cutoffWord(cutoff: string): string {
  const [days = 0, hour = 0] = cutoff.split(':').map(Number)
  const day = days === 0 ? '当日' : days === 1 ? '前の日' : `${days}日前`
  return `${day}の${hour}:00${hour === 24 ? '（夜中の12時）' : ''}`
}

/** Hours from the cutoff to packing: closing at 18:00 the day before, packing at 10:00, is 16. */
export function hoursBefore(cutoff: string, packingHour: number): number {
  const [days = 0, hour = 0] = cutoff.split(':').map(Number)
  return days * 24 + packingHour - hour
}

/** The cutoff this many hours before packing; null if it is not in the list. */
export const cutoffOf = (hours: number, packingHour: number): string | null =>
  cutoffs.find((cutoff) => hoursBefore(cutoff, packingHour) === hours) ?? null

export function readShipping(
  typed: TypedShipping,
): { ok: true; shipping: ReadShipping } | { ok: false; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  const shipWeekdays = (typed.shipWeekdays ?? '')
    .split(',')
    .flatMap((day): Weekday[] => (/^[0-6]$/.test(day) ? [Number(day) as Weekday] : []))
  if (shipWeekdays.length === 0) fields.shipWeekdays = '発送する曜日を1つ以上えらんでください'
  const packing = readNumber(typed.packingHour ?? '', { min: 5, max: 20 })
  if (!packing.ok) fields.packingHour = '箱づめをはじめる時刻をえらんでください'
  const said = (typed.cutoffHours ?? '').trim()
  const hours = packing.ok ? (said === '' ? hoursBefore(typed.cutoff ?? '', packing.value) : Number(said)) : 0
  if (packing.ok && !(Number.isInteger(hours) && hours >= 1 && hours <= 168))
    fields.cutoff = '締切は、箱づめの1時間より前にしてください。前の日の時刻をえらぶと安心です'
  const answer = readNumber(typed.answerHours ?? '2', { min: 0, max: 72 })
  if (!answer.ok) fields.answerHours = numberRefusalText(answer.refusal, answer.detail)
  const free =
    (typed.freeFreight ?? '').trim() === '' ? null : readNumber(typed.freeFreight ?? '', { min: 1, max: 1_000_000 })
  if (free && !free.ok) fields.freeFreight = numberRefusalText(free.refusal, { ...free.detail, unit: '円' })
  const least =
    (typed.minOrder ?? '').trim() === '' ? null : readNumber(typed.minOrder ?? '', { min: 0, max: 1_000_000 })
  if (least && !least.ok) fields.minOrder = numberRefusalText(least.refusal, { ...least.detail, unit: '円' })
  const late = readNumber(typed.lateCancel || '0', { min: 0, max: mostLateCancelPercent })
  if (!late.ok) fields.lateCancel = numberRefusalText(late.refusal, { ...late.detail, unit: '％' })
  if (Object.keys(fields).length > 0 || !late.ok || !packing.ok || !answer.ok) return { ok: false, fields }
  return {
    ok: true,
    shipping: {
      shipWeekdays: [...new Set(shipWeekdays)].sort((a, b) => a - b),
      shipsOnHolidays: typed.shipsOnHolidays === 'on',
      packingMinute: (packing.value * 60) as MinuteOfDay,
      cutoffHoursBeforePacking: hours,
      answerHoursAfterCutoff: answer.value,
      freeFreightFromYen: free?.ok ? free.value : null,
      minOrderYen: least?.ok ? least.value : 0,
      lateCancelPercent: late.value,
      autoAccept: typed.autoAccept === 'on',
    },
  }
}
