import { expect, test } from 'vitest'
import { joinedWord, type StockWord, stockAfter, wordIn } from './stock-steps.ts'

const step = (by: number, id = 'a'): StockWord => ({ key: `k${by}`, id, by })
const typed: StockWord = { key: 'typed', id: 'a', to: 9, seen: 3 }

const cases: [string, StockWord, StockWord, unknown][] = [
  ['a second press before anything went', step(2), step(1), { key: 'k1', id: 'a', by: 3 }],
  ['there and back again is nothing', step(-1), step(1), null],
  ['after a typed number', typed, step(1), 'apart'],
  ['a typed number after steps', step(1), typed, 'apart'],
]
test.each(cases)('%s', (_, last, next, both) => expect(joinedWord(last, next)).toEqual(both))

test('the number that is shown goes along with what waits', () => {
  expect(stockAfter(3, [step(2), step(5, 'b'), step(-1)], 'a')).toBe(4)
  expect(stockAfter(3, [typed, step(1)], 'a')).toBe(10)
  expect(stockAfter(1, [step(-3)], 'a')).toBe(0)
})

test('what was kept comes back, and what is not ours is left out', () => {
  expect(wordIn('k', { id: 'a', by: '-2' })).toEqual({ key: 'k', id: 'a', by: -2 })
  expect(wordIn('k', { id: 'a', to: '9', seen: '3' })).toEqual({ key: 'k', id: 'a', to: 9, seen: 3 })
  const others: Record<string, string>[] = [{}, { id: 'a' }, { id: 'a', by: 'x' }, { id: 'a', to: '9' }]
  for (const none of others) expect(wordIn('k', none)).toBeNull()
})
