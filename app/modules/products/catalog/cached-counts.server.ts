import type { Ctx } from '#authorization/ctx.ts'

const recentAuthMs = 60_000
const keptForMs = 5 * 60_000
const mostKept = 500
const mostInLine = 8

type Kept<T> = { value: Promise<T>; at: number; isRenewing: boolean }

/**
 * Caches counts that are too expensive for every page view, by database and query. The first caller waits; after a
 * minute the count is refreshed in the background while callers get the cached one, at most five minutes old. Failed
 * counts are not cached. Counts run one after the other; null if the queue is too long.
 */
export function cachedCounts<T>() {
  const byDatabase = new WeakMap<Ctx['db'], Map<string, Kept<T>>>()
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  const inTurn = (count: () => Promise<T>): Promise<T> => {
    inLine += 1
    const mine = last.then(count).finally(() => {
      inLine -= 1
    })
    last = mine.catch(() => {})
    return mine
  }

  return ({ db, now }: Pick<Ctx, 'db' | 'now'>, question: string, count: () => Promise<T>): Promise<T | null> => {
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
      if (inLine >= mostInLine) return Promise.resolve(null)
      const value = inTurn(count)
      value.catch(() => all.delete(question))
      keep(value)
      return value
    }
    if (at - known.at > recentAuthMs && !known.isRenewing && inLine < mostInLine) {
      known.isRenewing = true
      const renewed = inTurn(count)
      renewed.then(
        () => keep(renewed),
        () => all.delete(question),
      )
    }
    return known.value
  }
}

/** Queries that found too many rows within the last minute, by database: they need not be tried again. */
export function tooManyLately() {
  const byDatabase = new WeakMap<Ctx['db'], Map<string, number>>()
  return {
    add({ db, now }: Pick<Ctx, 'db' | 'now'>, question: string): void {
      const all = byDatabase.get(db) ?? new Map<string, number>()
      byDatabase.set(db, all)
      all.delete(question)
      all.set(question, now.getTime())
      const [oldest] = all.keys()
      if (all.size > mostKept && oldest !== undefined) all.delete(oldest)
    },
    has({ db, now }: Pick<Ctx, 'db' | 'now'>, question: string): boolean {
      const since = now.getTime() - (byDatabase.get(db)?.get(question) ?? Number.NEGATIVE_INFINITY)
      return since >= 0 && since <= recentAuthMs
    },
  }
}
