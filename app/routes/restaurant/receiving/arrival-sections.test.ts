import { expect, test } from 'vitest'
import { arrivalSections } from './arrival-sections.ts'

const by = (id: string, run: string | null) => ({ id, ride: run === null ? null : { run, place: '', untilMinute: 0 } })

test('what one run brings stands together, before what comes by itself', () => {
  const orders = [by('a', null), by('b', '東京便'), by('c', '横浜便'), by('d', '東京便'), by('e', null)]
  expect(arrivalSections(orders).map(({ run, orders }) => [run, orders.map(({ id }) => id).join('')])).toEqual([
    ['東京便', 'bd'],
    ['横浜便', 'c'],
    [null, 'ae'],
  ])
  expect(arrivalSections([])).toEqual([])
})
