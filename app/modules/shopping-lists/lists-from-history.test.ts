import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { type Came, listsFromHistory } from './lists-from-history.ts'

const [carrot, leaf, daikon] = [newId<'product'>(), newId<'product'>(), newId<'product'>()].sort()
const names = new Map([
  [carrot, 'carrot'],
  [leaf, 'leaf'],
  [daikon, 'daikon'],
])
/** `11-24: carrot 2, leaf 1`, newest first. */
const history = (...days: [string, [typeof carrot, number][]][]): Came[] =>
  days.flatMap(([day, goods]) =>
    goods.flatMap(([productId, qty]) => (productId ? [{ on: jstDate(`2026-${day}`), productId, qty }] : [])),
  )
const made = (came: Came[], covered: number[] = []) =>
  listsFromHistory(came, new Set(covered as never)).map(({ name, lines }) => [
    name,
    ...lines.map(({ productId, qty }) => `${names.get(productId)} ${qty}`),
  ])

// 11-24, 11-17 and 11-10 are Tuesdays, 11-20 and 11-13 Fridays
const tuesdays = history(
  [
    '11-24',
    [
      [carrot, 3],
      [leaf, 1],
    ],
  ],
  [
    '11-17',
    [
      [carrot, 2],
      [daikon, 1],
    ],
  ],
  [
    '11-10',
    [
      [carrot, 2],
      [leaf, 2],
    ],
  ],
)
const fridays = history(['11-20', [[daikon, 5]]], ['11-13', [[daikon, 4]]])

test.each([
  ['nothing came', [], [], []],
  ['Tuesdays: what came twice, the most frequent first', tuesdays, [], [['火曜の定番', 'carrot 3', 'leaf 1']]],
  [
    'Tuesdays and Fridays',
    [...fridays, ...tuesdays],
    [],
    [
      ['火曜の定番', 'carrot 3', 'leaf 1'],
      ['金曜の定番', 'daikon 5'],
    ],
  ],
  ['Tuesday has a list already', [...fridays, ...tuesdays], [2], [['金曜の定番', 'daikon 5']]],
  ['every weekday has one', tuesdays, [2], []],
  [
    'once only: one list of all',
    history([
      '11-24',
      [
        [carrot, 3],
        [leaf, 1],
      ],
    ]),
    [],
    [['いつもの', 'carrot 3', 'leaf 1']],
  ],
  ['once only, and there are lists', history(['11-24', [[carrot, 3]]]), [5], []],
  [
    'never twice on the same weekday: one list of all',
    history(
      ['11-24', [[carrot, 3]]],
      [
        '11-20',
        [
          [carrot, 2],
          [leaf, 1],
        ],
      ],
    ),
    [],
    [['いつもの', 'carrot 3', 'leaf 1']],
  ],
])('%s', (_, came, covered, expected) => {
  expect(made(came, covered)).toEqual(expected)
})
