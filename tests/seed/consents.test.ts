import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { addHours, at, jstDate } from '#kernel/jst.ts'
import { makeConsents } from '../../db/seed/consents.ts'
import { idMaker } from '../../db/seed/ids.ts'
import { personAt } from '../../db/seed/people.ts'
import { randomFor } from '../../db/seed/random.ts'

const id = idMaker(randomFor('ids'))
const version = (day: string) => ({ id: newId<'pageVersion'>(), effective_on: jstDate(day) })
const versions = [version('2026-11-01'), version('2026-11-10')]
const begun = at('2026-11-10 07:00')

/** A year before the terms, a week after, and the demo started in the night in which they take effect. */
test.each([
  ['2025-11-24 11:00', '2026-11-24 10:00', begun],
  ['2026-11-17 11:00', '2026-11-24 10:00', at('2026-11-17 11:00')],
  ['2025-11-24 11:00', '2026-11-10 00:30', at('2026-11-10 00:30')],
])('a user who joined at %s has agreed by %s, to both at once', (joined, moment, from) => {
  const now = at(moment)
  const person = personAt(id, 'person@example.jp', '試す人', at(joined))
  const consents = makeConsents([person], versions, now, id, randomFor('consents'))
  expect(consents.map((consent) => consent.pageVersionId)).toEqual(versions.map((it) => it.id))
  expect(new Set(consents.map((consent) => consent.at.getTime())).size).toBe(1)
  for (const { at: agreed } of consents) {
    expect(agreed.getTime()).toBeGreaterThanOrEqual(from.getTime())
    expect(agreed.getTime()).toBeLessThanOrEqual(Math.min(now.getTime(), addHours(from, 240).getTime()))
  }
})

test('where nothing is published there is nothing to agree to', () => {
  const person = personAt(id, 'person@example.jp', '試す人', at('2025-11-24 11:00'))
  expect(makeConsents([person], [], at('2026-11-24 10:00'), id, randomFor('consents'))).toEqual([])
})
