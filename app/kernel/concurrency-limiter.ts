import { Busy } from './errors.ts'

/**
 * Runs at most `atOnce` tasks concurrently and queues `waiting` more; further ones are refused with Busy immediately,
 * instead of waiting without limit and using up memory.
 */
export function concurrencyLimiter({ atOnce, waiting, words }: { atOnce: number; waiting: number; words: string }) {
  const line: (() => void)[] = []
  let running = 0

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new Busy(words)
      // a finished task hands its slot over directly, so that a newcomer cannot take it
      await new Promise<void>((go) => line.push(go))
    } else running++
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
