import { expect, test } from 'vitest'
import { partyTold, wordOf } from './order-digest.ts'
import { digestWordOf, partiesTold, type TransitionName, transitionNames } from './process/transitions.ts'

test('every step of which a farm is told, but for what stands on its page, is in its digest', () => {
  const onPageOnly: TransitionName[] = ['join', 'sendParcelBack', 'inspect', 'overrule']
  const told = transitionNames.filter((name) => partiesTold(name).includes('farm'))
  expect(told.filter((name) => digestWordOf(name, 'farm') === null)).toEqual(onPageOnly)
})

test.each([
  ['place', 'restaurant', 'farm'],
  ['accept', 'farm', 'restaurant'],
  ['accept', 'other', 'restaurant'],
  ['turnDown', 'farm', null],
  ['turnDown', 'restaurant', 'farm'],
  ['prepare', 'other', null],
] as const)('%s by %s is told to %s', (name, by, party) => expect(partyTold(name, by)).toBe(party))

test.each([
  ['farm', ['place'], '新しい注文'],
  ['farm', ['place', 'change', 'reduce'], '新しい注文'],
  ['farm', ['place', 'cancel'], '注文がキャンセルされました'],
  ['farm', ['change', 'reduce'], '注文の数量が減りました'],
  ['restaurant', ['accept', 'ship'], '出荷しました'],
] as const)('to the %s, %j is said as %s', (party, names, word) => expect(wordOf(party, names)).toBe(word))
