import { expect, test } from 'vitest'
import { keptCounts } from '../../app/modules/catalog/kept-counts.server.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what is kept is counted once a minute, and nobody but the first waits for it', async () => {
  let counted = 0
  const kept = keptCounts<number>()
  const ask = (seconds: number, question = 'all') =>
    kept({ db: test_.db, now: new Date(seconds * 1_000) }, question, async () => ++counted)

  expect(await Promise.all([ask(0), ask(0), ask(59)])).toEqual([1, 1, 1])
  expect(await ask(61)).toBe(1)
  await settled()
  expect(await ask(62)).toBe(2)
  expect(await ask(62, 'another')).toBe(3)
  // nobody has asked for five minutes: too old to be told
  expect(await ask(62 + 301)).toBe(4)
})

test('what could not be counted is asked again', async () => {
  const kept = keptCounts<number>()
  const ctx = { db: test_.db, now: new Date(0) }
  await expect(kept(ctx, 'all', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await kept(ctx, 'all', async () => 7)).toBe(7)
})
