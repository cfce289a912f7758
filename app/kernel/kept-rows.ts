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
    const reading = new Map<string, { generation: number; value: Promise<T | null> }>()
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
    const keep = (key: string, value: T) => {
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
    }
    const readAndKeep = async (key: string, read: () => Promise<T | null>) => {
      const before = generation
      const value = await read()
      // a change that was heard during the reading may have come too late for it
      if (value !== null && keeps(value) && before === generation) keep(key, value)
      return value
    }
    return {
      keep,
      generation: () => generation,
      /** One reading for all who ask meanwhile, unless a change was heard since it began. */
      readOnce(key: string, read: () => Promise<T | null>): Promise<T | null> {
        const running = reading.get(key)
        if (running && running.generation === generation) return running.value
        const mine = { generation, value: readAndKeep(key, read) }
        reading.set(key, mine)
        const done = () => {
          if (reading.get(key) === mine) reading.delete(key)
        }
        mine.value.then(done, done)
        return mine.value
      },
      get(key: string): T | undefined {
        const row = rows.get(key)
        if (!row || row.until <= performance.now()) return undefined
        // the most recently read one is the last
        rows.delete(key)
        rows.set(key, row)
        return row.value
      },
    }
  }

  const here = async (db: object) => {
    const changes = changesOf(db)
    if (!changes) return null
    let memory = byFeed.get(changes)
    if (!memory) {
      memory = memoryOf(changes)
      byFeed.set(changes, memory)
    }
    return changes.isCurrent() || (await changes.becomesCurrent()) ? memory : null
  }

  return {
    /**
     * `isUsable`: what else has to hold of a kept value, such as its end. What is null is not kept.
     */
    async one<Found extends T | null>(
      db: object,
      key: string,
      read: () => Promise<Found>,
      isUsable: (value: T) => boolean = () => true,
    ): Promise<T | Found> {
      const memory = await here(db)
      if (!memory) return read()
      const known = memory.get(key)
      if (known !== undefined && isUsable(known)) return known
      return memory.readOnce(key, read) as Promise<T | Found>
    },
    /** Many at once: those that are not kept are read together. What is not found is not in the answer. */
    async many<Key extends string>(
      db: object,
      keys: readonly Key[],
      read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, T>>,
    ): Promise<ReadonlyMap<Key, T>> {
      const memory = await here(db)
      if (!memory) return keys.length > 0 ? read(keys) : new Map()
      const found = new Map<Key, T>()
      for (const key of keys) {
        const known = memory.get(key)
        if (known !== undefined) found.set(key, known)
      }
      const missing = keys.filter((key) => !found.has(key))
      if (missing.length === 0) return found
      const before = memory.generation()
      for (const [key, value] of await read(missing)) {
        found.set(key, value)
        if (keeps(value) && before === memory.generation()) memory.keep(key, value)
      }
      return found
    },
  }
}
