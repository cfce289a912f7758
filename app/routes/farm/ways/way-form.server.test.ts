import { expect, test } from 'vitest'
import { newWayIn } from './way-form.server.ts'

const usual = {
  key: '0192f4a0-0000-7000-8000-000000000001',
  kind: 'own_van',
  name: '近隣便',
  prefectures: '12',
  weekdays: '1',
}
const rest = { temperatures: 'ambient', feeYen: '0', leadDays: '0', cutoffHours: '', distances: '千葉市 8' }

function read(more: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...usual, ...rest, ...more })) form.append(name, value)
  return newWayIn(form)
}

test('bands between empty rows are read in their order', () => {
  const first = { 'bands[0].upToKm': '', 'bands[0].feeYen': '', 'bands[1].upToKm': '10', 'bands[1].feeYen': '500' }
  expect(read({ ...first, 'bands[3].upToKm': '30', 'bands[3].feeYen': '９００円' })).toMatchObject({
    ok: true,
    value: {
      bands: [
        { upToKm: 10, feeYen: 500 },
        { upToKm: 30, feeYen: 900 },
      ],
      distances: [{ place: '千葉市', km: 8 }],
    },
  })
})

test('a complaint about a band stands in the row in which it was typed', () => {
  const of = read({
    'bands[0].upToKm': '10',
    'bands[0].feeYen': '500',
    'bands[2].upToKm': '301',
    'bands[2].feeYen': '9',
  })
  expect(of.ok ? {} : of.problem.fields).toEqual({ 'bands[2].upToKm': expect.any(String) })
  const half = read({ 'bands[4].upToKm': '10' })
  expect(half.ok ? {} : half.problem.fields).toEqual({ 'bands[4].feeYen': expect.any(String) })
})

test('a distance that cannot be is complained about at the one field of distances', () => {
  const of = read({ distances: '千葉市 8\n銚子市 301' })
  expect(of.ok ? {} : of.problem.fields).toEqual({ distances: expect.any(String) })
})
