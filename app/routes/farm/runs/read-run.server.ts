import { z } from 'zod'
import { openRun } from '#modules/runs/keep-runs.server.ts'
import { mostStops } from '#modules/runs/run-words.ts'
import { copyOf, readForm } from '#web/read-form.server.ts'

const Run = z.object(openRun.declaration.input)

/** Stops that were left empty do not count, except the first one. */
export function readRun(form: FormData) {
  const filled = copyOf(form)
  for (let index = 1; index < mostStops; index++) {
    const names = [`stops[${index}].place`, `stops[${index}].until`]
    if (names.every((name) => String(form.get(name) ?? '').trim() === '')) for (const name of names) filled.delete(name)
  }
  return readForm(Run, filled, form)
}
