import { expect, test } from 'vitest'
import { readShipping } from './shipping-form.server.ts'

const typed = {
  version: '1',
  shipWeekdays: '1,3,5',
  packingHour: '10',
  cutoff: '1:18',
  answerHoursAfterCutoff: '2',
  freeFreightFromYen: '10,000',
  minOrderYen: '',
  shipsOnHolidays: 'on',
}

function read(change: Readonly<Record<string, string>> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...change }))
    for (const one of name === 'shipWeekdays' ? value.split(',').filter(Boolean) : [value]) form.append(name, one)
  return readShipping(form)
}

test('what is typed is what the engine is asked', () => {
  expect(read()).toEqual({
    ok: true,
    value: {
      version: 1,
      orders: [],
      shipWeekdays: [1, 3, 5],
      shipsOnHolidays: true,
      packingHour: 10,
      cutoffHoursBeforePacking: 16,
      answerHoursAfterCutoff: 2,
      freeFreightFromYen: 10_000,
      minOrderYen: 0,
      lateCancelPercent: 0,
      autoAccept: false,
    },
  })
})

test.each([
  ['', 0],
  ['0', 0],
  ['３０', 30],
  ['50', 50],
])('%j is a fee of %i percent for a late cancellation', (lateCancelPercent, percent) => {
  expect(read({ lateCancelPercent })).toMatchObject({ ok: true, value: { lateCancelPercent: percent } })
})

test('a cutoff that is not in the list stays until another is chosen', () => {
  expect(read({ cutoff: '', cutoffHoursBeforePacking: '30' })).toMatchObject({
    value: { cutoffHoursBeforePacking: 30 },
  })
  expect(read({ cutoffHoursBeforePacking: '30' })).toMatchObject({ value: { cutoffHoursBeforePacking: 16 } })
})

test.each([
  [{ shipWeekdays: '' }, ['shipWeekdays']],
  [{ shipWeekdays: '9' }, ['shipWeekdays[0]']],
  [{ packingHour: '25' }, ['packingHour']],
  [{ packingHour: '' }, ['packingHour']],
  [{ packingHour: '8', cutoff: '0:8' }, ['cutoffHoursBeforePacking']],
  [{ cutoff: '', cutoffHoursBeforePacking: '1.5' }, ['cutoffHoursBeforePacking']],
  [{ freeFreightFromYen: '無料' }, ['freeFreightFromYen']],
  [{ minOrderYen: '-1' }, ['minOrderYen']],
  [{ answerHoursAfterCutoff: '73' }, ['answerHoursAfterCutoff']],
  [{ lateCancelPercent: '51' }, ['lateCancelPercent']],
  [{ lateCancelPercent: '-1' }, ['lateCancelPercent']],
])('%j is refused at %j', (change, fields) => {
  const asked = read(change)
  expect(asked.ok ? [] : Object.keys(asked.problem.fields)).toEqual(fields)
})
