import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { anOrderLine } from '../../../../tests/factories/order-line.ts'
import { matches, readTableFilter } from './table-filter.ts'

const row = {
  order: {
    number: '261124-00042-1',
    shipOn: jstDate('2026-11-25'),
    restaurant: { name: 'ビストロ 灯', crest: '', logo: null },
    lines: [anOrderLine({}, { name: 'にんじん 向陽二号' })],
    note: '裏口へ',
  },
  step: 'confirm' as const,
  place: '東京・神楽坂',
}

test.each([
  ['', true],
  ['q=びすとろ', true],
  ['q=ﾋﾞｽﾄﾛ　にんじん', true],
  ['q=00042', true],
  ['q=神楽坂+裏口', true],
  ['q=トマト', false],
  ['q=にんじん&step=pack', false],
  ['step=confirm&day=2026-11-25', true],
  ['day=2026-11-26', false],
  ['step=nothing&day=tomorrow', true],
])('%s: %s', (asked, expected) => {
  expect(matches(row, readTableFilter(new URLSearchParams(asked)))).toBe(expected)
})
