import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { askedOn } from './consent-rule.ts'

/** 1: the first. 2: a comma, not material. 3: material. 4: a comma of 3. 5: material, announced. */
const days = ['2026-11-01', '2026-11-10', '2026-11-20', '2026-11-22', '2026-12-01']
const material = [1, 3, 5]
const historyOf = (...agreed: number[]) =>
  days.map((day, index) => ({
    number: index + 1,
    effectiveOn: jstDate(day),
    changeNote: `変更${index + 1}`,
    material: material.includes(index + 1),
    agreedAt: agreed.includes(index + 1) ? new Date(day) : null,
  }))

/**
 * Which version was agreed to, on which day: the version asked about, whether it is the first time, the changes, the
 * planned one.
 */
test.each([
  ['before the first day nobody is asked', [], '2026-10-31', null],
  ['a new user is asked for the version in force', [], '2026-11-01', [1, true, [], 3]],
  ['also if that one is not material', [], '2026-11-10', [2, true, [], 3]],
  ['of a change of wording alone nobody is asked again', [1], '2026-11-10', null],
  ['the day before a material change nobody is asked', [1], '2026-11-19', null],
  ['from its day on every user is', [1], '2026-11-20', [3, false, [3, 2], 5]],
  ['a user who agreed to the wording in between, too', [2], '2026-11-20', [3, false, [3], 5]],
  ['later changes of wording come along', [1], '2026-11-25', [4, false, [4, 3, 2], 5]],
  ['a user who agreed to the material one is done', [1, 3], '2026-11-25', null],
  ['a user who agreed to a later wording is done', [4], '2026-11-25', null],
  ['an announced version is asked about on its day', [3], '2026-11-30', null],
  ['and not later', [3], '2026-12-01', [5, false, [5, 4], null]],
  ['what was agreed to ahead of its day counts', [5], '2026-12-01', null],
] as const)('%s', (_, agreed, day, expected) => {
  const asked = askedOn(historyOf(...agreed), jstDate(day))
  const shown = asked && [
    asked.version.number,
    asked.isFirst,
    asked.changes.map(({ number }) => number),
    asked.planned?.number ?? null,
  ]
  expect(shown).toEqual(expected)
})

test('of no versions there is nothing to ask', () => {
  expect(askedOn([], jstDate('2026-11-24'))).toBeNull()
})
