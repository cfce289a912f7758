import { afterEach, expect, test, vi } from 'vitest'
import { minDuration } from './min-duration.ts'

afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

test.each([
  ['quick work', 10, 400],
  ['slow work', 700, 700],
])('%s of %i ms answers after %i ms', async (_, takes, expected) => {
  vi.useFakeTimers()
  const start = Date.now()
  const answer = minDuration(400, async () => {
    await after(takes)
    return 'done'
  }).then((said) => [said, Date.now() - start])
  await vi.runAllTimersAsync()
  expect(await answer).toEqual(['done', expected])
})

test('a failure takes as long', async () => {
  vi.useFakeTimers()
  const start = Date.now()
  const answer = minDuration(400, () => Promise.reject(new Error('no'))).catch(() => Date.now() - start)
  await vi.runAllTimersAsync()
  expect(await answer).toBe(400)
})
