import type { Ctx } from '#access/ctx.ts'

const freshForMs = 60_000
const keptForMs = 5 * 60_000
const mostKept = 500

type Kept<T> = { value: Promise<T>; at: number; isRenewing: boolean }

/**
 * What is too much to be counted for every page, by database and by what was asked. The first who asks waits; a minute
 * later it is counted anew behind the back of whoever asks, who gets what is there: at most five minutes old. What could
 * not be counted is not kept.
 */
export function keptCounts<T>() {
  const byDatabase = new WeakMap<Ctx['db'], Map<string, Kept<T>>>()
  return ({ db, now }: Pick<Ctx, 'db' | 'now'>, question: string, count: () => Promise<T>): Promise<T> => {
    const all = byDatabase.get(db) ?? new Map<string, Kept<T>>()
    byDatabase.set(db, all)
    const at = now.getTime()

    const keep = (value: Promise<T>) => {
      all.delete(question)
      all.set(question, { value, at, isRenewing: false })
      const [oldest] = all.keys()
      if (all.size > mostKept && oldest !== undefined) all.delete(oldest)
    }

    const known = all.get(question)
    if (!known || at - known.at > keptForMs || at < known.at) {
      const value = count()
      value.catch(() => all.delete(question))
      keep(value)
      return value
    }
    if (at - known.at > freshForMs && !known.isRenewing) {
      known.isRenewing = true
      const renewed = count()
      renewed.then(
        () => keep(renewed),
        () => all.delete(question),
      )
    }
    return known.value
  }
}
