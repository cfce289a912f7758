import { expect, test } from 'vitest'
import { type OrgStatus, orgStatuses } from '#kernel/enums.ts'
import { canBeMended, canMove, mayMove, needsReason } from './application-process.ts'

/** a: the applicant, s: staff, b: both, a dot: no one. Rows come from, columns lead to. */
const table = `
             draft submitted approved returned rejected suspended closed
  draft        .       a        .        .        .        .        b
  submitted    .       .        s        s        s        .        b
  approved     .       .        .        .        .        s        b
  returned     .       a        .        .        .        .        b
  rejected     .       .        .        s        .        .        b
  suspended    .       .        s        .        .        .        b
  closed       .       .        .        .        .        .        .
`
const [heads = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const pairs = rows.flatMap(([from, ...who]) =>
  who.map((it, at) => [from, heads[at], it] as [OrgStatus, OrgStatus, string]),
)

test('the table speaks of every pair of statuses', () => {
  expect(heads.toSorted()).toEqual([...orgStatuses].sort())
  expect(pairs).toHaveLength(orgStatuses.length ** 2)
})

test.each(pairs)('%s → %s: %s', (from, to, who) => {
  expect(canMove(from, to)).toBe(who !== '.')
  expect(mayMove('applicant', from, to)).toBe(who === 'a' || who === 'b')
  expect(mayMove('staff', from, to)).toBe(who === 's' || who === 'b')
})

test.each(orgStatuses)('%s is left again, or is the end', (status) => {
  expect(orgStatuses.some((to) => canMove(status, to))).toBe(status !== 'closed')
})

test('an applicant who is sent back, refused or suspended is told why', () => {
  expect(orgStatuses.filter(needsReason)).toEqual(['returned', 'rejected', 'suspended'])
})

test('only what is not handed in can be mended', () => {
  expect(orgStatuses.filter(canBeMended)).toEqual(['draft', 'returned'])
})
