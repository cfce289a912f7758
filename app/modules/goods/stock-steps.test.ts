import { expect, test } from 'vitest'
import { type KeptWord, readKept, type StockWord, stockAfter, withWord } from './stock-steps.ts'

const step = (by: number, more: Partial<KeptWord> = {}): KeptWord => ({
  key: `k${by}`,
  id: 'a',
  by,
  tried: false,
  ...more,
})
const typed: KeptWord = { key: 'typed', id: 'a', to: 9, seen: 3, tried: false }
const plus: StockWord = { key: 'new', id: 'a', by: 1 }

const cases: [string, KeptWord[], StockWord, number[]][] = [
  ['the first word', [], plus, [1]],
  ['a second press before anything went', [step(2)], plus, [3]],
  ['there and back again is nothing', [step(-1)], plus, []],
  ['what may have arrived stays as it is', [step(2, { tried: true })], plus, [2, 1]],
  ['another product', [step(2, { id: 'b' })], plus, [2, 1]],
  ['after a typed number', [typed], plus, [Number.NaN, 1]],
]
test.each(cases)('%s', (_, kept, word, left) => {
  expect(withWord(kept, word).map((it) => ('by' in it ? it.by : Number.NaN))).toEqual(left)
})

test('the number that is shown goes along with what waits', () => {
  expect(stockAfter(3, [step(2), step(5, { id: 'b' }), step(-1)], 'a')).toBe(4)
  expect(stockAfter(3, [typed, step(1)], 'a')).toBe(10)
  expect(stockAfter(1, [step(-3)], 'a')).toBe(0)
})

test.each([null, '', 'x', '{}', '[1,null,{"key":"a"}]', '[{"key":"k","id":"a","tried":false,"by":"1"}]'])(
  'what is not ours is left out: %s',
  (text) => expect(readKept(text)).toEqual([]),
)
test('what was kept comes back', () => {
  expect(readKept(JSON.stringify([step(2), typed]))).toEqual([step(2), typed])
})
