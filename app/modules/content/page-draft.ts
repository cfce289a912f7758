import { addDays, type JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { unknownPlaceholders } from './placeholders.ts'

/** The content of a version, as it is written. */
export type PageDraft = {
  title: string
  /** Markdown with {{placeholders}}. */
  body: string
  changeNote: string
  material: boolean
  effectiveOn: JstDate
}

/** Days before a material change of what members agreed to by which they are told; the terms promise it. */
export const noticeDays = 30

export type DraftRefusal = 'notice_short' | 'unknown_placeholder' | 'day_past' | 'day_before_newest' | 'nothing_new'

/**
 * Whether a draft may follow the newest version on a day. `agreedTo`: members agree to the page; then a material change
 * is told early, unless it is urgent. No version comes into force in the past, and no later number
 * on an earlier day; unchanged text needs no version.
 */
export function checkDraft(
  draft: PageDraft,
  newest: { title: string; body: string; effectiveOn: JstDate },
  today: JstDate,
  { agreedTo = false, urgent = false } = {},
): Result<PageDraft, DraftRefusal> {
  const unknown = unknownPlaceholders(`${draft.title}\n${draft.body}\n${draft.changeNote}`)
  if (unknown.length > 0) return refuse('unknown_placeholder', { names: unknown })
  if (draft.effectiveOn < today) return refuse('day_past')
  if (draft.effectiveOn < newest.effectiveOn) return refuse('day_before_newest')
  if (agreedTo && draft.material && !urgent && draft.effectiveOn < addDays(today, noticeDays))
    return refuse('notice_short')
  if (draft.title === newest.title && draft.body === newest.body) return refuse('nothing_new')
  return ok(draft)
}
