import type { Audience } from '#kernel/enums.ts'
import { formatMoment } from '#kernel/format.ts'
import { type JstDate, jstMinuteOf, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

/** When it is shown; without an end: until it is withdrawn. */
export type Period = { startsAt: Date; endsAt: Date | null }

export type AnnouncementState = 'planned' | 'shown' | 'ended' | 'withdrawn'

/** The state of an announcement at a moment. The end is exclusive. */
export function announcementState(it: Period & { withdrawnAt: Date | null }, now: Date): AnnouncementState {
  if (it.withdrawnAt) return 'withdrawn'
  if (it.startsAt > now) return 'planned'
  return it.endsAt && it.endsAt <= now ? 'ended' : 'shown'
}

/** A shown announcement is not changed: people have read it, and its mails were sent. */
export const canBeChanged = (state: AnnouncementState): boolean => state === 'planned'
export const canBeWithdrawn = (state: AnnouncementState): boolean => state === 'planned' || state === 'shown'

export const announcementStateWord: Record<AnnouncementState, string> = {
  planned: '予定',
  shown: '表示中',
  ended: '終了',
  withdrawn: '取り下げ',
}

export const audienceWord: Record<Audience, string> = {
  everybody: 'すべての会員',
  restaurants: '飲食店',
  farms: '生産者',
}

/** Characters of title and text. */
export const announcementLength = { title: 80, body: 4_000 } as const

/** A day and an hour in Japan as a form has them; 24 is the end of the day. No day: nothing was chosen. */
export type TypedHour = { day: JstDate | null; hour: number }

export type PeriodRefusal = 'start_missing' | 'start_past' | 'end_past' | 'end_before_start'

/** The chosen values as moments. `startsAt` is null for 「公開後すぐに」: the moment at which it is saved. */
export function readPeriod(
  start: 'now' | TypedHour,
  end: TypedHour,
  now: Date,
): Result<{ startsAt: Date | null; endsAt: Date | null }, PeriodRefusal> {
  const endsAt = end.day && momentOf(end.day, end.hour * 60)
  if (start === 'now') return endsAt && endsAt <= now ? refuse('end_past') : ok({ startsAt: null, endsAt })
  if (!start.day) return refuse('start_missing')
  const startsAt = momentOf(start.day, start.hour * 60)
  const wrong = periodRefusal({ startsAt, endsAt }, now)
  return wrong ? refuse(wrong) : ok({ startsAt, endsAt })
}

/** What is wrong with a period that begins later than now. */
export function periodRefusal({ startsAt, endsAt }: Period, now: Date): 'start_past' | 'end_before_start' | null {
  if (startsAt < now) return 'start_past'
  return endsAt && endsAt <= startsAt ? 'end_before_start' : null
}

/** 12/24 24:00: midnight at the end of a period belongs to the day before, as in the form. */
export function endText(endsAt: Date): string {
  if (jstMinuteOf(endsAt) !== 0) return formatMoment(endsAt)
  return formatMoment(new Date(endsAt.getTime() - 1)).replace(/ .*/, ' 24:00')
}
