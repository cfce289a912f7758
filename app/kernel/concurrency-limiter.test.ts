import { expect, test } from 'vitest'
import { concurrencyLimiter } from './concurrency-limiter.ts'
import { Busy } from './errors.ts'

const words = '現在アクセスが集中しています。'

/** Starts `count` tasks that end on request. */
function started(pass: ReturnType<typeof concurrencyLimiter>, count: number) {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const task = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((end) => ends.push(end))
    running--
  }
  const all = Array.from({ length: count }, () => pass(task))
  return { settled: Promise.allSettled(all), ends, most: () => most }
}

async function endAll(ends: (() => void)[]): Promise<void> {
  for (let idle = 0; idle < 5; ) {
    const end = ends.shift()
    end?.()
    idle = end ? 0 : idle + 1
    await new Promise((done) => setImmediate(done))
  }
}

test('a fixed number runs at a time, a fixed number waits, and the rest is refused at once', async () => {
  const { settled, ends, most } = started(concurrencyLimiter({ atOnce: 2, waiting: 3, words }), 10)
  await endAll(ends)
  const results = await settled
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
  expect(most()).toBe(2)
  const [refused] = results.filter((result) => result.status === 'rejected')
  expect(refused?.reason).toBeInstanceOf(Busy)
})

test('a place is free again after a failure', async () => {
  const pass = concurrencyLimiter({ atOnce: 1, waiting: 0, words })
  await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await pass(async () => 'yes')).toBe('yes')
})
