import { expect, test } from 'vitest'
import { jstDate, type Weekday } from '#kernel/jst.ts'
import { listFor } from './default-list.ts'

type Named = { name: string; weekdays: Weekday[]; usedAt: Date | null; lineCount: number }

const aList = (name: string, weekdays: Weekday[], usedAt?: string, lineCount = 5): Named => ({
  name,
  weekdays,
  usedAt: usedAt ? new Date(`${usedAt}T22:00:00+09:00`) : null,
  lineCount,
})
const tuesday = aList('火', [2], '2026-11-16')
const friday = aList('金', [5], '2026-11-19')
const course = aList('コース', [], '2026-11-01')
const bar = aList('バー', [])

test.each<[string, Named[], string, [string, string] | null]>([
  ['the list of the weekday', [friday, tuesday], '2026-11-24', ['火', 'weekday']],
  [
    'not the one used last, where another is of the weekday',
    [friday, tuesday, course],
    '2026-11-24',
    ['火', 'weekday'],
  ],
  ['one of several weekdays', [tuesday, aList('平日', [1, 2, 3])], '2026-11-25', ['平日', 'weekday']],
  [
    'two of the weekday: the one used last',
    [tuesday, aList('火・夜', [2], '2026-11-17')],
    '2026-11-24',
    ['火・夜', 'weekday'],
  ],
  ['two of the weekday, none used: the first', [aList('甲', [2]), aList('乙', [2])], '2026-11-24', ['甲', 'weekday']],
  ['another weekday: one that is for any day', [tuesday, friday, course], '2026-11-25', ['コース', 'any_day']],
  ['of those for any day the one used last', [bar, tuesday, course], '2026-11-25', ['コース', 'any_day']],
  ['only lists of other weekdays: the one used last, and why', [tuesday, friday], '2026-11-25', ['金', 'last_used']],
  [
    'only lists of other weekdays, none used: the first',
    [aList('月', [1]), aList('土', [6])],
    '2026-11-25',
    ['月', 'last_used'],
  ],
  ['an empty list gives way', [aList('水', [3], '2026-11-18', 0), tuesday], '2026-11-25', ['火', 'last_used']],
  ['an empty list, where there is no other', [aList('水', [3], undefined, 0)], '2026-11-25', ['水', 'weekday']],
  ['Sunday is a weekday as any other', [tuesday, aList('日', [0])], '2026-11-29', ['日', 'weekday']],
  ['no list', [], '2026-11-24', null],
])('%s', (_, lists, on, expected) => {
  const found = listFor(lists, jstDate(on))
  expect(found && [found.list.name, found.why]).toEqual(expected)
})
