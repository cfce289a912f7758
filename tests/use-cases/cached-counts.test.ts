import { expect, test } from 'vitest'
import { cachedCounts, tooManyLately } from '../../app/modules/products/catalog/cached-counts.server.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a cached count is counted once a minute, and only the first caller waits for it', async () => {
  let counted = 0
  const kept = cachedCounts<number>()
  const ask = (seconds: number, question = 'all') =>
    kept({ db: test_.db, now: new Date(seconds * 1_000) }, question, async () => ++counted)

  expect(await Promise.all([ask(0), ask(0), ask(59)])).toEqual([1, 1, 1])
  expect(await ask(61)).toBe(1)
  await settled()
  expect(await ask(62)).toBe(2)
  expect(await ask(62, 'another')).toBe(3)
  // no request for five minutes: too old to be returned
  expect(await ask(62 + 301)).toBe(4)
})

test('what could not be counted is asked again', async () => {
  const kept = cachedCounts<number>()
  const ctx = { db: test_.db, now: new Date(0) }
  await expect(kept(ctx, 'all', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await kept(ctx, 'all', async () => 7)).toBe(7)
})

test('counts run one after the other, and the queue is bounded', async () => {
  const kept = cachedCounts<number>()
  const ctx = { db: test_.db, now: new Date(0) }
  let atOnce = 0
  let most = 0
  const count = async () => {
    most = Math.max(most, ++atOnce)
    await settled()
    atOnce -= 1
    return 1
  }
  const asked = Array.from({ length: 9 }, (_, index) => kept(ctx, `question ${index}`, count))
  expect(await Promise.all(asked)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, null])
  expect(most).toBe(1)
  expect(await kept(ctx, 'question 8', count)).toBe(1)
})

test('a count that fails while it is renewed is asked again', async () => {
  const kept = cachedCounts<number>()
  const at = (seconds: number) => ({ db: test_.db, now: new Date(seconds * 1_000) })
  expect(await kept(at(0), 'all', async () => 1)).toBe(1)
  expect(await kept(at(61), 'all', () => Promise.reject(new Error('no database')))).toBe(1)
  await settled()
  expect(await kept(at(62), 'all', async () => 3)).toBe(3)
})

test('what has found too much is known for a minute, in its own database', () => {
  const tooMany = tooManyLately()
  const at = (seconds: number) => ({ db: test_.db, now: new Date(seconds * 1_000) })
  expect(tooMany.has(at(0), '人参')).toBe(false)
  tooMany.add(at(0), '人参')
  expect([0, 60, 61].map((seconds) => tooMany.has(at(seconds), '人参'))).toEqual([true, true, false])
  expect(tooMany.has(at(0), '柚')).toBe(false)
})
