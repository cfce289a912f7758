import { type Changes, changesOf } from './changes.ts'

type Kept<T> = { value: T; until: number; lingersUntil: number; tags: readonly string[] }

type Options<T> = {
  channel: string
  /** The payloads that end a kept value. */
  tagsOf: (value: T) => readonly string[]
  /** The tag that a payload ends; the payload itself by default. */
  tagIn?: (payload: string) => string
  /** Another channel, each payload of which ends what has this tag. */
  also?: { channel: string; tag: string }
  /** A payload that ends all of them. */
  all?: string
  /** Whether a value may be kept; all of them by default. */
  keeps?: (value: T) => boolean
  /** How many are kept; the one that was read least recently goes first. */
  most: number
  /** Milliseconds; a backstop only. */
  longest?: number
  /** A reading that took longer than this many milliseconds is repeated at most once a second, however often it changes. */
  slow?: number
}

/** How many payloads are remembered, to know which of the values that are being read they end. */
const mostHeard = 10_000
/** Milliseconds from the beginning of a slow reading, in which its value is used although it has changed since. */
const lingers = 1_000

/**
 * Values of the database in the memory of this process, by database and key, ended by the change that they depend on:
 * at most a second late, and not at all late for a change by this process itself, unless its reading was `slow`. Without a feed of changes, or while it
 * is not current, every value is read anew.
 */
export function keptRows<T>({
  channel,
  tagsOf,
  tagIn = (payload) => payload,
  also,
  all,
  keeps = () => true,
  most,
  longest = 60_000,
  slow = Number.POSITIVE_INFINITY,
}: Options<T>) {
  const byFeed = new WeakMap<Changes, ReturnType<typeof memoryOf>>()

  function memoryOf(changes: Changes) {
    const rows = new Map<string, Kept<T>>()
    const byTag = new Map<string, Set<string>>()
    const reading = new Map<string, { generation: number; began: number; value: Promise<T | null> }>()
    let generation = 0
    // the generation in which each payload was last heard; nothing that was being read before `unknown` is kept
    const heardIn = new Map<string, number>()
    let unknown = 0
    /** Whether nothing that ends the value was heard since its reading began. */
    const isStill = (value: T, before: number) =>
      before >= unknown && tagsOf(value).every((tag) => (heardIn.get(tag) ?? 0) <= before)
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
    const end = (key: string) => {
      const row = rows.get(key)
      if (row && row.lingersUntil > performance.now()) row.until = Math.min(row.until, row.lingersUntil)
      else forget(key)
    }
    const forgetHeard = () => {
      unknown = ++generation
      heardIn.clear()
    }
    const ear = {
      heard(payload: string) {
        if (payload === all) {
          forgetHeard()
          for (const key of [...rows.keys()]) end(key)
          return
        }
        if (heardIn.size >= mostHeard) forgetHeard()
        const tag = tagIn(payload)
        heardIn.set(tag, ++generation)
        for (const key of [...(byTag.get(tag) ?? [])]) end(key)
      },
      missed() {
        forgetHeard()
        rows.clear()
        byTag.clear()
      },
    }
    changes.listen(channel, ear)
    if (also) changes.listen(also.channel, { heard: () => ear.heard(also.tag), missed: ear.missed })
    const keep = (key: string, value: T, { until = performance.now() + longest, lingersUntil = 0 } = {}) => {
      forget(key)
      const tags = tagsOf(value)
      rows.set(key, { value, until, lingersUntil, tags })
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
      const began = performance.now()
      const value = await read()
      if (value === null || !keeps(value)) return value
      const now = performance.now()
      const lingersUntil = now - began > slow ? began + lingers : 0
      // a change that was heard during the reading may have come too late for it
      if (isStill(value, before)) keep(key, value, { lingersUntil })
      else if (lingersUntil > now) keep(key, value, { until: lingersUntil, lingersUntil })
      return value
    }
    return {
      keep,
      generation: () => generation,
      isStill,
      /** One reading for all who ask meanwhile, unless a change was heard since it began, or it is known to be slow. */
      readOnce(key: string, read: () => Promise<T | null>): Promise<T | null> {
        const running = reading.get(key)
        const age = running ? performance.now() - running.began : 0
        if (running && (running.generation === generation || (age > slow && age < lingers))) return running.value
        const mine = { generation, began: performance.now(), value: readAndKeep(key, read) }
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
        if (keeps(value) && memory.isStill(value, before)) memory.keep(key, value)
      }
      return found
    },
  }
}
