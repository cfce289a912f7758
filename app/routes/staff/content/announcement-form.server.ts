import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { DayOr } from '#kernel/schema.ts'
import { type AnnouncementDraft, announce } from '#modules/content/announce.server.ts'
import { type PeriodRefusal, readPeriod } from '#modules/content/announcement.ts'
import { contentRefusalText } from '#modules/content/refusal-text.ts'
import { renderWords } from '#modules/content/render-page.server.ts'
import { fieldsToMend, invalid, shownAgain } from '#web/form.ts'
import { type ReadForm, readForm } from '#web/read-form.server.ts'

const { startsAt: _, endsAt: __, ...text } = announce.declaration.input
const day = DayOr('日付を選び直してください。').nullable().default(null)
const hour = z.int().min(0).max(24).default(0)

/** The form has days and hours where the input has moments. */
const Announcement = z.object({
  ...text,
  start: z.enum(['now', 'later']).default('now'),
  startOn: day,
  startHour: hour,
  endOn: day,
  endHour: hour,
})

/** The field of an invalid period. */
const fieldOf: Record<PeriodRefusal, string> = {
  start_missing: 'startOn',
  start_past: 'startOn',
  end_past: 'endOn',
  end_before_start: 'endOn',
}

export function readAnnouncement(form: FormData, now: Date): ReadForm<AnnouncementDraft> {
  const read = readForm(Announcement, form)
  if (!read.ok) return read
  const { start, startOn, startHour, endOn, endHour, ...draft } = read.value
  const from = start === 'now' ? start : { day: startOn, hour: startHour }
  const period = readPeriod(from, { day: endOn, hour: endHour }, now)
  if (period.ok) return { ok: true, value: { ...draft, ...period.value } }
  const fields = { [fieldOf[period.refusal]]: contentRefusalText(period.refusal) }
  return { ok: false, problem: { fields, summary: fieldsToMend, typed: shownAgain(form) } }
}

/** As a job of the page: what members would see. */
export async function previewAnnouncement(ctx: Ctx, form: FormData) {
  const read = readAnnouncement(form, ctx.now)
  if (!read.ok) return invalid(read.problem)
  return { preview: { ...read.value, html: renderWords(read.value.body) }, typed: shownAgain(form) }
}
