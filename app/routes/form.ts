import { data } from 'react-router'
import type { z } from 'zod'

/** What a page gets back when a form was refused: sentences by field, one for the whole, and what was typed. */
export type Problem = {
  fields: Record<string, string>
  summary: string
  typed: Record<string, string>
}

/** Reads a form once, at the door. Every field name stands once; lists use names like `qty.<id>`. */
export function parseForm<Shape extends z.ZodType>(
  shape: Shape,
  form: FormData,
): { ok: true; value: z.infer<Shape> } | { ok: false; problem: Problem } {
  const typed = typedIn(form)
  const parsed = shape.safeParse(typed)
  if (parsed.success) return { ok: true, value: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  return { ok: false, problem: { fields, summary: '入力に直すところがあります。印のついた欄を見てください。', typed } }
}

export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] = value
  return typed
}

/** Status 422 with the sentences; nothing typed is lost. */
export const invalid = (problem: Problem) => data({ problem }, { status: 422 })

/** A use case said no: its sentence over the form, and at the field it is about if it has one. */
export const refused = (sentence: string, form: FormData, field?: string, status = 409) =>
  data(
    {
      problem: {
        fields: field ? { [field]: sentence } : {},
        summary: sentence,
        typed: typedIn(form),
      } satisfies Problem,
    },
    { status },
  )
