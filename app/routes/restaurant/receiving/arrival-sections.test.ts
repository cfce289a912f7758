import { expect, test } from 'vitest'
import { newId, type RunId } from '#kernel/ids.ts'
import { arrivalSections } from './arrival-sections.ts'

const [tokyo, yokohama, ofAnotherHub] = [newId<'run'>(), newId<'run'>(), newId<'run'>()]
const by = (id: string, runId: RunId | null, run = '') => ({
  id,
  ride: runId === null ? null : { runId, run, place: '', untilMinute: 0 },
})
const shown = (orders: ReturnType<typeof by>[]) =>
  arrivalSections(orders).map(({ runId, run, orders }) => [runId, run, orders.map(({ id }) => id).join('')])

test('what one run brings stands together, before what comes by itself', () => {
  const orders = [
    by('a', null),
    by('b', tokyo, '東京便'),
    by('c', yokohama, '横浜便'),
    by('d', tokyo, '東京便'),
    by('e', null),
  ]
  expect(shown(orders)).toEqual([
    [tokyo, '東京便', 'bd'],
    [yokohama, '横浜便', 'c'],
    [null, '', 'ae'],
  ])
  expect(shown([])).toEqual([])
})

test('two runs of one name do not come together', () => {
  expect(shown([by('a', tokyo, '東京便'), by('b', ofAnotherHub, '東京便')])).toEqual([
    [tokyo, '東京便', 'a'],
    [ofAnotherHub, '東京便', 'b'],
  ])
})
