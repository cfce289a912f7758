import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DbOrTx } from '../../app/authorization/ctx.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { ok, refuse } from '../../app/kernel/result.ts'
import { idempotent } from '../../app/modules/audit-log/idempotent.server.ts'
import { write } from '../../app/modules/audit-log/last-statement.server.ts'
import { aKey, aRestaurant, as } from '../factories/market.ts'
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

const rename = (db: DbOrTx, id: PersonId, name: string) =>
  write(db, [sql`named as (update people set name = ${name} where id = ${id})`], 'last')

const nameOf = async (db: DbOrTx, id: PersonId) =>
  (await db.selectFrom('people').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('deferred writes are written with the result, and not again', async () => {
  const { actor } = await aRestaurant(test_.db)
  const key = aKey()
  const run = (name: string) =>
    idempotent(as(test_.db, actor), 'try', key, {}, async ({ db }) => {
      const before = await nameOf(db, actor.personId)
      await rename(db, actor.personId, name)
      expect(await nameOf(db, actor.personId)).toBe(before)
      return ok(name)
    })
  expect(await run('春')).toEqual({ ok: true, value: '春' })
  expect(await nameOf(test_.db, actor.personId)).toBe('春')
  expect(await run('夏')).toEqual({ ok: true, value: '春' })
  expect(await nameOf(test_.db, actor.personId)).toBe('春')
})

test('of what is refused, or fails at the end, nothing is written last', async () => {
  const { actor } = await aRestaurant(test_.db)
  const before = await nameOf(test_.db, actor.personId)
  const key = aKey()
  const refused = await idempotent(as(test_.db, actor), 'try', key, {}, async ({ db }) => {
    await rename(db, actor.personId, '春')
    return refuse('no')
  })
  expect(refused).toEqual({ ok: false, refusal: 'no' })
  const failed = idempotent(as(test_.db, actor), 'try', key, {}, async ({ db }) => {
    await rename(db, actor.personId, '夏')
    await write(db, [sql`none as (update restaurants set name = null where id = ${actor.restaurantId})`], 'last')
    return ok(1)
  })
  await expect(failed).rejects.toThrow('null value')
  expect(await nameOf(test_.db, actor.personId)).toBe(before)
  expect(await idempotent(as(test_.db, actor), 'try', key, {}, async () => ok(2))).toEqual({ ok: true, value: 2 })
})

test('outside a mutation it is written at once', async () => {
  const { actor } = await aRestaurant(test_.db)
  await rename(test_.db, actor.personId, '春')
  expect(await nameOf(test_.db, actor.personId)).toBe('春')
})
