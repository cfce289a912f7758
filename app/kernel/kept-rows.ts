import { type Changes, changesOf } from './changes.ts'

type Kept<T> = { value: T; until: number; tags: readonly string[] }

type Options<T> = {
  channel: string
  /** The payloads that end a kept value. */
  tagsOf: (value: T) => readonly string[]
  /** A payload that ends all of them. */
  all?: string
  /** Whether a value may be kept; all of them by default. */
  keeps?: (value: T) => boolean
  /** How many are kept; the one that was read least recently goes first. */
  most: number
  /** Milliseconds; a backstop only. */
  longest?: number
}

/**
 * Values of the database in the memory of this process, by database and key, ended by the change that they depend on:
 * at most a second late, and not at all late for a change by this process itself. Without a feed of changes, or while it
 * is not current, every value is read anew.
 */
export function keptRows<T>({ channel, tagsOf, all, keeps = () => true, most, longest = 60_000 }: Options<T>) {
  const byFeed = new WeakMap<Changes, ReturnType<typeof memoryOf>>()

  function memoryOf(changes: Changes) {
    const rows = new Map<string, Kept<T>>()
    const byTag = new Map<string, Set<string>>()
    let generation = 0
    const forget = (key: string) => {
      const row = rows.get(key)
      if (!row) return
      rows.delete(key)
      for (const tag of row.tags) {
        const keys = byTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) byTag.delete(tag)
      }
    }
    const forgetAll = () => {
      generation++
      rows.clear()
      byTag.clear()
    }
    changes.listen(channel, {
      heard(payload) {
        if (payload === all) return forgetAll()
        generation++
        for (const key of [...(byTag.get(payload) ?? [])]) forget(key)
      },
      missed: forgetAll,
    })
    return {
      rows,
      forget,
      generation: () => generation,
      keep(key: string, value: T) {
        forget(key)
        const tags = tagsOf(value)
        rows.set(key, { value, until: performance.now() + longest, tags })
        for (const tag of tags) {
          const keys = byTag.get(tag)
          if (keys) keys.add(key)
          else byTag.set(tag, new Set([key]))
        }
        const [oldest] = rows.keys()
        if (rows.size > most && oldest !== undefined) forget(oldest)
      },
    }
  }

  const here = (db: object) => {
    const changes = changesOf(db)
    if (!changes) return null
    const known = byFeed.get(changes)
    if (known) return changes.isCurrent() ? known : null
    byFeed.set(changes, memoryOf(changes))
    return null
  }

  /** `isUsable`: what else has to hold of a kept value, such as its end. Values that are null are not kept. */
  return async <Found extends T | null>(
    db: object,
    key: string,
    read: () => Promise<Found>,
    isUsable: (value: T) => boolean = () => true,
  ): Promise<T | Found> => {
    const memory = here(db)
    if (!memory) return read()
    const row = memory.rows.get(key)
    if (row && row.until > performance.now() && isUsable(row.value)) {
      memory.rows.delete(key)
      memory.rows.set(key, row)
      return row.value
    }
    const before = memory.generation()
    const value = await read()
    // a change that was heard during the reading may have come too late for it
    if (value !== null && keeps(value) && before === memory.generation()) memory.keep(key, value)
    return value
  }
}
