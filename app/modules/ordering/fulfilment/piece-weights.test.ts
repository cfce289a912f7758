import { expect, test } from 'vitest'
import { pieceField, pieceWeights, sumOfPieces } from './piece-weights.ts'

const typed = (weights: readonly string[]) => (name: string) =>
  weights[[1, 2, 3].findIndex((piece) => pieceField('a', piece) === name)] ?? ''

test.each([
  [2, ['1.82', '１．９１'], [1_820, 1_910]],
  [2, ['', ''], []],
  [2, ['1.82', ''], null],
  [2, ['1.82', '重い'], null],
  [2, ['1.82', '0'], null],
  [1, ['1.82'], []],
  [21, ['1.82'], []],
] as const)('%i pieces of %j', (qty, texts, weights) => {
  expect(pieceWeights('a', qty, typed(texts))).toEqual(weights)
})

test('two birds weigh their sum', () => {
  expect(sumOfPieces(pieceWeights('a', 2, typed(['1.82', '1.91'])) ?? [])).toBe(3_730)
})
