import { Busy } from './errors.ts'

/**
 * Lets `atOnce` tasks run at a time and `waiting` more stand in line; whoever comes then is told Busy at once, instead
 * of waiting without end and using up memory.
 */
export function makeGate({ atOnce, waiting, words }: { atOnce: number; waiting: number; words: string }) {
  const line: (() => void)[] = []
  let running = 0

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new Busy(words)
      // whoever leaves hands the place over, so that nobody slips in between
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
