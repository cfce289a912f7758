import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { changeFeed } from './change-feed.server.ts'

/** A feed whose database answers an empty statement only when the test lets it. */
async function aSilentFeed() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let isSilent = false
  let proofs = 0
  const held: (() => void)[] = []
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(async () => {})
  vi.spyOn(pg.Client.prototype, 'end').mockImplementation(async () => {})
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async (text: unknown) => {
    if (text !== '') return
    proofs += 1
    if (isSilent) await new Promise<void>((answer) => held.push(answer))
  })
  const feed = await changeFeed({ connection: {}, channels: ['any'], onNotice: () => {} })
  isSilent = true
  return {
    feed,
    proofs: () => proofs,
    pass: (ms: number) => {
      now += ms
    },
    async answer() {
      for (const answer of held.splice(0)) answer()
      await nextTurn()
    },
    /** What a look-up is answered, if it does not wait. */
    atOnce: () => Promise.race([feed.becomesCurrent(), nextTurn('waits')]),
  }
}

test('a silent database is waited for once by all look-ups, and asked once', async () => {
  const { feed, proofs, pass, answer, atOnce } = await aSilentFeed()
  pass(1_001)
  const before = proofs()
  expect(feed.isCurrent()).toBe(false)
  expect(await Promise.all([feed.becomesCurrent(), feed.becomesCurrent()])).toEqual([false, false])
  for (let lookUp = 0; lookUp < 10; lookUp++) expect(await atOnce()).toBe(false)
  expect(proofs()).toBe(before + 1)
  await answer()
  expect(feed.isCurrent()).toBe(true)
  await feed.close()
})

test('after a proof that came too late, the next one is waited for again', async () => {
  const { feed, pass, answer, atOnce } = await aSilentFeed()
  pass(1_001)
  expect(await feed.becomesCurrent()).toBe(false)
  pass(1_001)
  await answer()
  expect(feed.isCurrent()).toBe(false)
  expect(await atOnce()).toBe('waits')
  await answer()
  expect(feed.isCurrent()).toBe(true)
  await feed.close()
})
