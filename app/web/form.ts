import { data } from 'react-router'
import { z } from 'zod'
import { tryLater } from './retry-after.ts'

/** The response to a refused form: sentences by field, one for the whole, and what was typed. */
export type Problem = {
  fields: Record<string, string>
  summary: string
  typed: Record<string, string>
  /** Where to sign in, in another tab, if the session was missing. */
  signIn?: string
  /** Whole seconds until a retry is allowed. */
  waitSeconds?: number
}

/** The sentence for a form that was not made by our pages. */
export const staleForm = '画面を開き直して、もう一度お試しください。'
export const fieldsToMend = '入力内容に修正が必要です。印のある欄を確認してください。'

/** Text as it is stored: PostgreSQL has no character U+0000, and a line break counts once, as `maxlength` counts it. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').replaceAll('\r\n', '\n')

/** The fields of a submitted form, ready to be stored; a body that is not a form is a bad request. */
export async function formOf(request: Request): Promise<FormData> {
  const sent = await request.formData().catch(() => {
    throw data(null, { status: 400 })
  })
  const form = new FormData()
  for (const [name, value] of sent) form.append(storable(name), typeof value === 'string' ? storable(value) : value)
  return form
}

/** Typed text: trimmed, and of limited length. */
export const words = (max: number, tooLong = `${max}文字以下で入力してください。`) =>
  z.string().trim().max(max, tooLong)

/** The idempotency key of a form. */
export const formKey = () => z.uuid(staleForm)

/** The version of a row that a page has shown; like the next one it fits PostgreSQL's integer. */
export const rowVersion = () =>
  z.coerce.number(staleForm).int(staleForm).positive(staleForm).max(2_147_483_646, staleForm)

/** Parses a form once, on arrival. Every field name occurs once; lists use names like `qty.<id>`. */
export function parseForm<Shape extends z.ZodType>(
  shape: Shape,
  form: FormData,
): { ok: true; value: z.infer<Shape> } | { ok: false; problem: Problem } {
  const parsed = shape.safeParse(typedIn(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  return {
    ok: false,
    problem: { fields, summary: fields.key || fields.version ? staleForm : fieldsToMend, typed: shownAgain(form) },
  }
}

/** What was typed, by field; the values of several ticked boxes of one name are joined by commas. */
export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') typed[name] = name in typed ? `${typed[name]},${value}` : value
  return typed
}

const isSecret = (name: string) => /password|proofCode|^passkey$/i.test(name)

/** What a form shows again, as `typedIn`: passwords and codes are never sent back. */
export function shownAgain(form: FormData): Record<string, string> {
  return Object.fromEntries(Object.entries(typedIn(form)).filter(([name]) => !isSecret(name)))
}

/** Status 422 with the sentences; nothing typed is lost. */
export const invalid = (problem: Problem, status = 422) => data({ problem }, { status })

/** Final refusals of a form; what may be retried later is `refusedForNow`. */
type RefusedStatus = 400 | 401 | 403 | 404 | 409 | 410 | 422

/** A use case refused: its sentence above the form, and at its field if it has one. */
export function refused(sentence: string, form: FormData, field?: string, status: RefusedStatus = 409) {
  const problem: Problem = { fields: field ? { [field]: sentence } : {}, summary: sentence, typed: shownAgain(form) }
  return data({ problem }, { status })
}

/** Rate limited, or temporarily impossible: the sentence, and how long to wait, for users and for programs. */
export function refusedForNow(sentence: string, form: FormData, waitSeconds: number, status: 429 | 503 = 429) {
  const problem: Problem = { fields: {}, summary: sentence, typed: shownAgain(form), waitSeconds }
  return data({ problem }, tryLater(waitSeconds, status))
}
