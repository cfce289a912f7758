import { expect, test } from 'vitest'
import { ok } from '../../app/kernel/result.ts'
import { idempotent } from '../../app/modules/audit-log/idempotent.server.ts'
import { aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

test.each([
  ['no key', ''],
  ['a short key', '1234567'],
  ['an endless key', 'x'.repeat(201)],
  ['a key of 201 characters of two units each', '𠮷'.repeat(201)],
])('%s is refused before anything is done', async (_, key) => {
  const { actor } = await aRestaurant(test_.db)
  let runs = 0
  const answer = await idempotent(as(test_.db, actor), 'try', key, {}, async () => ok(++runs))
  expect(answer).toEqual({ ok: false, refusal: 'key_reused' })
  expect(runs).toBe(0)
})

test('keys of 8 and of 200 characters are taken', async () => {
  const { actor } = await aRestaurant(test_.db)
  for (const key of ['12345678', '𠮷'.repeat(200)])
    expect(await idempotent(as(test_.db, actor), 'try', key, {}, async () => ok(1))).toEqual({ ok: true, value: 1 })
})
