import { expect, test } from 'vitest'
import {
  type HeadState,
  headState,
  nothingChosen,
  type Selection,
  type SelectionAction,
  select,
} from './table-selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const after = (...actions: SelectionAction[]) => actions.reduce(select, nothingChosen)
const chosen = ({ chosen }: Selection) => [...chosen].sort().join('')
const toggle = (id: string): SelectionAction => ({ kind: 'toggle', id })
const range = (id: string): SelectionAction => ({ kind: 'range', id, order })
const head: SelectionAction = { kind: 'head', order }

test.each<[string, SelectionAction[], string]>([
  ['a press chooses', [toggle('b')], 'b'],
  ['a second press gives back', [toggle('b'), toggle('b')], ''],
  [
    'single holds one',
    [
      { kind: 'only', id: 'b' },
      { kind: 'only', id: 'd' },
    ],
    'd',
  ],
  ['a range goes down', [toggle('b'), range('d')], 'bcd'],
  ['a range goes up', [toggle('d'), range('b')], 'bcd'],
  ['a range without a first row is a press', [range('c')], 'c'],
  ['a range from a row that another page shows is a press', [toggle('elsewhere'), range('c')], 'celsewhere'],
  ['a range that ends on a chosen row gives back', [head, toggle('b'), toggle('b'), range('d')], 'ae'],
  ['a range goes on from its end', [toggle('a'), range('b'), range('d')], 'abcd'],
  ['the head takes the page', [head], 'abcde'],
  ['a mixed head clears', [toggle('b'), head], ''],
  ['a full head clears', [head, head], ''],
  ['the head leaves other pages alone', [toggle('z'), head, head], 'z'],
  ['clear clears', [head, { kind: 'clear' }], ''],
])('%s', (_, actions, expected) => {
  expect(chosen(after(...actions))).toBe(expected)
})

test.each<[SelectionAction[], HeadState]>([
  [[], 'none'],
  [[toggle('a')], 'some'],
  [[toggle('elsewhere')], 'none'],
  [[head], 'every'],
  [[head, { kind: 'all' }], 'every'],
])('after %j the head shows %s', (actions, expected) => {
  expect(headState(after(...actions), order)).toBe(expected)
})

test('an empty page has an empty head', () => {
  expect(headState({ ...nothingChosen, all: true }, [])).toBe('none')
})

test('selecting all and deselecting one row no longer selects all', () => {
  expect(after(head, { kind: 'all' }).all).toBe(true)
  const oneBack = after(head, { kind: 'all' }, toggle('a'))
  expect([chosen(oneBack), oneBack.all]).toEqual(['bcde', false])
  expect(chosen(after(head, { kind: 'all' }, toggle('on another page')))).toBe('abcde')
})

test('another filter takes the selection with it and says so, once', () => {
  const changed = after(toggle('a'), { kind: 'filter_changed' })
  expect([chosen(changed), changed.lost]).toEqual(['', true])
  expect(select(changed, toggle('b')).lost).toBe(false)
  expect(after({ kind: 'filter_changed' }).lost).toBe(false)
})
