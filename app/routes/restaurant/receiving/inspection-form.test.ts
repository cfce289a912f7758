import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { readInspection } from './inspection-form.ts'

const [roots, bird] = [
  { id: newId<'orderLine'>(), unitLabel: '箱', catchWeight: false },
  { id: newId<'orderLine'>(), unitLabel: '羽', catchWeight: true },
]
const lines = [roots, bird]
const read = (said: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(said)) form.set(name, value)
  return readInspection(form, lines)
}
const right = { [`verdict.${roots.id}`]: 'ok', [`verdict.${bird.id}`]: 'ok' }

test('〇 for every line needs no numbers', () => {
  expect(read(right)).toEqual({ ok: true, lines: [] })
})

test('a number beside 〇 counts, and what was typed in full width is read', () => {
  expect(read({ ...right, [`qty.${roots.id}`]: '２' })).toMatchObject({
    ok: true,
    lines: [{ lineId: roots.id, verdict: 'ok', qty: 2, grams: null }],
  })
  expect(
    read({
      ...right,
      [`verdict.${bird.id}`]: 'damaged',
      [`qty.${bird.id}`]: '1',
      [`kg.${bird.id}`]: '１．８',
      [`note.${bird.id}`]: ' つぶれていた ',
    }),
  ).toEqual({
    ok: true,
    lines: [{ lineId: bird.id, verdict: 'damaged', qty: 1, grams: 1_800, note: 'つぶれていた' }],
  })
})

test.each([
  ['0.7', { qty: 1, missing: { count: 3, of: 10 } }],
  ['１８／２４', { qty: 1, missing: { count: 6, of: 24 } }],
])('%s of a box is a part of it', (typed, quantity) => {
  expect(read({ ...right, [`verdict.${roots.id}`]: 'damaged', [`qty.${roots.id}`]: typed })).toEqual({
    ok: true,
    lines: [{ lineId: roots.id, verdict: 'damaged', note: '', grams: null, ...quantity }],
  })
})

test.each([
  ['a verdict nobody knows', { ...right, [`verdict.${roots.id}`]: 'fine' }, `verdict.${roots.id}`],
  ['an empty verdict', { ...right, [`verdict.${roots.id}`]: '' }, `verdict.${roots.id}`],
  ['a line not spoken of', { [`verdict.${roots.id}`]: 'ok' }, `verdict.${bird.id}`],
  [
    'a number that is none',
    { ...right, [`verdict.${roots.id}`]: 'short', [`qty.${roots.id}`]: '十' },
    `qty.${roots.id}`,
  ],
  ['half a bird', { ...right, [`verdict.${bird.id}`]: 'short', [`qty.${bird.id}`]: '0.5' }, `qty.${bird.id}`],
  ['no number', { ...right, [`verdict.${roots.id}`]: 'short' }, `qty.${roots.id}`],
  [
    'a weight that is none',
    { ...right, [`verdict.${bird.id}`]: 'short', [`qty.${bird.id}`]: '1', [`kg.${bird.id}`]: '軽い' },
    `kg.${bird.id}`,
  ],
  ['a note without end', { ...right, [`note.${roots.id}`]: 'あ'.repeat(201) }, `note.${roots.id}`],
])('%s is told at its field', (_, said, field) => {
  const answer = read(said)
  expect(answer.ok ? [] : Object.keys(answer.fields)).toEqual([field])
})

test('a form that names nothing is refused for every line', () => {
  const answer = read({})
  expect(answer.ok ? [] : Object.keys(answer.fields)).toEqual([`verdict.${roots.id}`, `verdict.${bird.id}`])
})
