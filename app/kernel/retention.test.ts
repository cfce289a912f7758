import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from './jst.ts'
import { tradeRecordsBefore } from './retention.ts'

test.each([
  // a year that begins in April 2026 ends in March 2027; its return is due in June at the latest: until June 2037
  ['2037-06-30 23:59', '2026-03-01 00:00'],
  ['2037-07-01 00:00', '2026-04-01 00:00'],
  ['2037-12-31 12:00', '2026-09-01 00:00'],
  ['2038-01-01 00:00', '2026-10-01 00:00'],
  ['2038-03-15 12:00', '2026-12-01 00:00'],
  ['2038-04-15 12:00', '2027-01-01 00:00'],
])('at %s trade records from %s on are kept', (now, since) => {
  expect(tradeRecordsBefore(at(now))).toEqual(at(since))
})

test.each(['content/privacy-policy.md', 'content/guide.md', 'content/farmers-guide.md'])(
  '%s says how long trade records are kept',
  (file) => {
    expect(readFileSync(file, 'utf8')).toContain('申告期限から10年')
  },
)
