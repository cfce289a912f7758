import { parseSubmission } from '@conform-to/dom/future'
import { configureCoercion } from '@conform-to/zod/v4/future'
import { z } from 'zod'
import { formText } from '#kernel/schema.ts'
import { readNumber } from '#kernel/typed-number.ts'
import { fieldsToMend, type Problem, shownAgain, staleForm } from './form.ts'

/**
 * The text of a form as the typed input of a schema (decisions/0064): a number may be typed as `１，２００円`, a weight as
 * kilograms, an unchecked box is false, an empty field is missing. What cannot be read stays as it was typed, so that the
 * schema complains about it with its own sentence. `lines[0].qty` is the quantity of the first line.
 */
const { coerceFormValue } = configureCoercion({
  stripEmptyString: (text) => (text.trim() === '' ? undefined : text.trim()),
  type: {
    number: (text) => {
      const read = readNumber(text, { decimals: 3 })
      if (!read.ok) throw new TypeError(read.refusal)
      return read.value
    },
  },
  customize: (schema) => {
    // an unticked box is not sent
    if (schema instanceof z.ZodBoolean) return (text) => (text === undefined ? false : readBox(text))
    const own = schema instanceof z.ZodType ? formText.get(schema) : undefined
    if (!own) return null
    return (text) => {
      if (typeof text !== 'string') return text
      if (own.exact) return own.read(text)
      return text.trim() === '' ? undefined : own.read(text.trim())
    }
  },
})

const readBox = (text: unknown) => (text === 'on' || text === 'true' ? true : text === 'false' ? false : text)

export type ReadForm<Value> = { ok: true; value: Value } | { ok: false; problem: Problem }

/**
 * Reads a form by a schema; every complaint stands at its field, and nothing typed is lost. `typed`: the form as it was
 * typed, if fields were filled in for the user.
 */
export function readForm<Shape extends z.ZodType>(
  schema: Shape,
  form: FormData,
  typed: FormData = form,
): ReadForm<z.output<Shape>> {
  const { payload } = parseSubmission(form, { skipEntry: (name) => !isFieldName(name) })
  return checked(coerceFormValue(schema), payload, typed)
}

/** Other names are of no form of ours: they are ignored, and so is a line of a list that would be longer than any of ours. */
const isFieldName = (name: string) =>
  /^[\w-]+(?:\.[\w-]+|\[\d{1,3}\])*$/.test(name) && !/(?:^|\.)(?:__proto__|constructor|prototype)(?![\w-])/.test(name)

/** A copy to fill in, so that the form is shown again as it was typed. */
export function copyOf(form: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of form) copy.append(name, value)
  return copy
}

/** Checks what was put together from a form that is built differently. */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown, form: FormData): ReadForm<Value> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, problem: problemOf(parsed.error.issues, form) }
}

function problemOf(issues: readonly z.core.$ZodIssue[], form: FormData): Problem {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[fieldName(issue.path)] ??= issue.message
  return { fields, summary: fields.key || fields.version ? staleForm : fieldsToMend, typed: shownAgain(form) }
}

/** ['lines', 0, 'qty'] → `lines[0].qty` */
const fieldName = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part)),
    '',
  )
