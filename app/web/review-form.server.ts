import { z } from 'zod'
import { writeReview } from '#modules/reviews/write-review.server.ts'
import { typedIn } from './form.ts'
import { readForm } from './read-form.server.ts'

/** A review, from its form: `voice.<product>.stars` and `voice.<product>.words` are about a single product. */
export function reviewIn(form: FormData) {
  const fields = new FormData()
  const voices = new Set<string>()
  for (const [name, value] of form) {
    const [, productId, field] = /^voice\.([^.]+)\.(stars|words)$/.exec(name) ?? []
    if (productId) fields.set(`voices[${[...voices.add(productId)].indexOf(productId)}].${field}`, value)
    else fields.append(name, value)
  }
  for (const [at, productId] of [...voices].entries()) fields.set(`voices[${at}].productId`, productId)
  const read = readForm(z.object(writeReview.declaration.input), fields)
  // what was typed keeps the names of the form
  return read.ok ? read : { ...read, problem: { ...read.problem, typed: typedIn(form) } }
}
