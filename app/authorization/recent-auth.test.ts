import { expect, test } from 'vitest'
import { Forbidden, ReauthRequired, Unauthenticated } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Actor } from './actor.ts'
import { requireRecentAuthOfPerson } from './authorize.ts'
import { isRecentAuth, recentAuthMs } from './recent-auth.ts'

const now = new Date('2026-11-24T02:00:00Z')
const person = (agoMs: number | null): Actor => ({
  kind: 'person',
  personId: newId<'person'>(),
  name: '山田',
  ...(agoMs !== null && { session: { key: 'k', authTime: new Date(now.getTime() - agoMs), aal: 1 } }),
})

test.each([
  [0, true],
  [recentAuthMs - 1, true],
  [recentAuthMs, false],
  [null, false],
])('proved %s ms ago: fresh is %s', (ago, fresh) => {
  expect(isRecentAuth(person(ago), now)).toBe(fresh)
})

test.each([
  ['visitor', { kind: 'visitor' }, Unauthenticated],
  ['staff', { kind: 'staff', adminId: newId<'admin'>(), name: '運営', role: 'full' }, Forbidden],
  ['a session of yesterday', person(24 * 3_600_000), ReauthRequired],
] as const)('%s is refused', (_, actor, error) => {
  expect(() => requireRecentAuthOfPerson(actor, now)).toThrow(error)
})
