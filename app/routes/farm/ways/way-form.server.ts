import { z } from 'zod'
import { readDistances } from '#modules/delivery/distance-fees.ts'
import { openWay } from '#modules/delivery/farm-ways.server.ts'
import { fieldsToMend, shownAgain } from '#web/form.ts'
import { readForm } from '#web/read-form.server.ts'
import { bandField, bandParts, bandRows } from './distance-fields.tsx'

const NewWay = z.object(openWay.declaration.input)

/**
 * The form of a new way: beginnings of postal codes are typed into one field (「150 151」), distances one to a line
 * (「千葉市 8」), and bands that are left empty are none.
 */
export function newWayIn(form: FormData) {
  const copy = new FormData()
  for (const [name, value] of form)
    if (name !== 'postalCodes' && name !== 'distances' && !name.startsWith('bands[')) copy.append(name, value)
  for (const begins of String(form.get('postalCodes') ?? '')
    .normalize('NFKC')
    .split(/[\s,、]+/))
    if (begins !== '') copy.append('postalCodes', begins.replace('-', ''))
  const filled = bandRows.filter((row) => bandParts.some((part) => String(form.get(bandField(row, part)) ?? '').trim()))
  for (const [nth, row] of filled.entries())
    for (const part of bandParts) copy.append(bandField(nth, part), form.get(bandField(row, part)) ?? '')
  const distances = readDistances(String(form.get('distances') ?? ''))
  if (!distances.ok) {
    const sentence = `「${distances.line}」を読み取れません。「千葉市 8」のように、市区町村名と距離を入力してください。`
    return {
      ok: false as const,
      problem: { fields: { distances: sentence }, summary: fieldsToMend, typed: shownAgain(form) },
    }
  }
  for (const [row, { place, km }] of distances.value.entries()) {
    copy.append(`distances[${row}].place`, place)
    copy.append(`distances[${row}].km`, String(km))
  }
  const read = readForm(NewWay, copy, form)
  if (read.ok) return read
  return { ...read, problem: { ...read.problem, fields: asInForm(read.problem.fields, filled) } }
}

/** Sentences at the fields of the form: of a band in the row in which it was typed; all distances are one field. */
function asInForm(fields: Record<string, string>, filled: readonly number[]): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, sentence] of Object.entries(fields)) {
    const at = name.startsWith('distances')
      ? 'distances'
      : name.replace(/^bands\[(\d+)\]/, (_, nth: string) => `bands[${filled[Number(nth)]}]`)
    shown[at] ??= sentence
  }
  return shown
}
