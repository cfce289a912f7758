import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { holdFrom } from './checkout-hold.ts'

const first = { takenAt: at('2026-11-24 11:00'), until: at('2026-11-24 11:10') }

test.each([
  ['nothing was held yet', null, '11:00', '11:10'],
  ['the page is opened again', first, '11:09:59.999', '11:10'],
  ['the ten minutes are over', first, '11:10', null],
  ['half an hour is not over', first, '11:29:59.999', null],
  ['half an hour after it began', first, '11:30', '11:40'],
])('%s: at %s it holds until %s', (_, before, now, until) => {
  expect(holdFrom(before, at(`2026-11-24 ${now}`))?.until ?? null).toEqual(until && at(`2026-11-24 ${until}`))
})
