import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { mistakesInMethod } from './method.ts'

const today = jstDate('2026-11-24')
const organic = {
  method: 'jas_organic',
  shown: true,
  hasPaper: true,
  number: '',
  authority: '',
  expiresOn: jstDate('2027-03-31'),
} as const

test.each([
  [organic, []],
  [{ ...organic, expiresOn: today }, []],
  [{ ...organic, expiresOn: jstDate('2026-11-23') }, ['expiresOn']],
  [{ ...organic, hasPaper: false }, ['paper']],
  [{ ...organic, expiresOn: null }, ['expiresOn']],
  [{ ...organic, method: 'specially_cultivated', hasPaper: false } as const, ['paper']],
  [{ ...organic, shown: false, hasPaper: false, expiresOn: null }, []],
  [{ ...organic, method: 'natural', hasPaper: false, expiresOn: null } as const, []],
  [{ ...organic, authority: 'evil.com' }, ['authority']],
  [{ ...organic, number: '12\u202e34' }, ['number']],
])('%j lacks %j', (said, fields) => {
  expect(Object.keys(mistakesInMethod(said, today))).toEqual(fields)
})
