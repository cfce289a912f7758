import { z } from 'zod'
import { audiences } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { readDay } from '#kernel/typed-day.ts'
import type { AnnouncementDraft } from '#modules/content/announce.server.ts'
import { announcementLength, type PeriodRefusal, readPeriod } from '#modules/content/announcement.ts'
import { contentRefusalText } from '#modules/content/refusal-text.ts'
import { fieldsToMend, formKey, type Problem, parseForm, typedIn, words } from '#web/form.ts'

const day = z.string().transform((typed, issue): JstDate | null => {
  const read = readDay(typed)
  if (read.ok) return read.value
  if (read.refusal !== 'empty') issue.addIssue({ code: 'custom', message: '日付を選び直してください。' })
  return null
})
const hour = z.string().transform((text) => Math.min(24, parseWholeNumber(text) ?? 0))

const Announcement = z.object({
  key: formKey(),
  version: z.coerce.number().int().positive().default(1),
  audience: z.enum(audiences, 'だれに見せるかを選んでください。'),
  title: words(announcementLength.title).min(1, '見出しを書いてください。'),
  body: words(announcementLength.body).min(1, '本文を書いてください。'),
  byMail: z.literal('yes').optional(),
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

/** The input of the use cases; or the sentences for what has to be corrected. */
export function readAnnouncement(
  form: FormData,
  now: Date,
): { ok: true; key: string; version: number; draft: AnnouncementDraft } | { ok: false; problem: Problem } {
  const read = parseForm(Announcement, form)
  if (!read.ok) return read
  const { key, version, audience, title, body, byMail, start, startOn, startHour, endOn, endHour } = read.value
  const from = start === 'now' ? start : { day: startOn, hour: startHour }
  const period = readPeriod(from, { day: endOn, hour: endHour }, now)
  if (!period.ok) {
    const sentence = contentRefusalText(period.refusal)
    const problem = { fields: { [fieldOf[period.refusal]]: sentence }, summary: fieldsToMend, typed: typedIn(form) }
    return { ok: false, problem }
  }
  return { ok: true, key, version, draft: { audience, title, body, byMail: byMail === 'yes', ...period.value } }
}
