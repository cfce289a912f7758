import type { Ctx } from '#authorization/ctx.ts'
import { type Changes, changesOf, isKept } from '#kernel/changes.ts'
import { type Columns, hideRow } from './columns.ts'
import { readColumns, rereadRows } from './read-columns.server.ts'

/** Rows that are read anew in one statement; for more of them no question waits. */
const mostAtOnce = 5_000
/** With more changes than this since the last question everything is read anew. */
const mostChanges = 50_000
/** Milliseconds before a reading that has failed is tried again; until then no question is answered. */
const retryAfter = 5_000

const byFeed = new WeakMap<Changes, ReturnType<typeof keeperOf>>()

/**
 * The columns of all products in the memory of this process, not staler than a second (docs/decisions/0098); null without a
 * feed of changes, until they have been read, and for some seconds after a reading has failed.
 */
export async function columnsOf(db: Ctx['db']): Promise<Columns | null> {
  const keeper = keeperFor(db)
  return keeper && (await isKept(db)) ? keeper.current() : null
}

/** Reads the columns; the first question would do so too, but does not wait for it. */
export const loadColumns = async (db: Ctx['db']): Promise<void> => keeperFor(db)?.load()

function keeperFor(db: Ctx['db']) {
  const changes = changesOf(db)
  if (!changes) return null
  const known = byFeed.get(changes)
  if (known) return known
  const keeper = keeperOf(db, changes)
  byFeed.set(changes, keeper)
  return keeper
}

function keeperOf(db: Ctx['db'], changes: Changes) {
  let columns: Columns | null = null
  let loading: Promise<void> | null = null
  let writing: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  // ids of rows that have changed since they were read, and how many are being read again
  let changed = new Set<string>()
  let beingWritten = 0
  // a reading that began before the last loss is worth nothing
  let losses = 0

  const lose = () => {
    losses += 1
    columns = null
    changed = new Set()
  }
  changes.listen('search_rows', {
    heard(payload) {
      if (payload === 'everything') return lose()
      for (const id of payload.split(',')) changed.add(id)
      if (changed.size > mostChanges) lose()
    },
    missed: lose,
  })

  const failed = (error: unknown) => {
    failedAt = performance.now()
    const reason = error instanceof Error ? error.message : String(error)
    changes.notice(`What lists are counted by could not be read; until it is, each list asks the database: ${reason}`)
  }

  const load = (): Promise<void> => {
    loading ??= (async () => {
      const before = losses
      try {
        const read = await readColumns(db)
        if (losses === before) columns = read
      } catch (error) {
        failed(error)
      }
    })().finally(() => {
      loading = null
    })
    return loading
  }

  async function writeChanges(into: Columns): Promise<void> {
    const ids = [...changed]
    changed = new Set()
    beingWritten = ids.length
    let from = 0
    try {
      for (; from < ids.length; from += mostAtOnce)
        for (const gone of await rereadRows(db, into, ids.slice(from, from + mostAtOnce))) hideRow(into, gone)
    } catch (error) {
      // lost meanwhile, and read anew with all that had changed
      if (columns !== into) return
      // the database may be busy: these rows are tried again, since reading all of them would only add to its load
      for (const id of ids.slice(from)) changed.add(id)
      failed(error)
    }
  }

  const hasJustFailed = () => performance.now() - failedAt <= retryAfter

  return {
    load,
    async current(): Promise<Columns | null> {
      // what is being read may have been named before the last of what this question has to know; the next round has all of
      // that. What is heard later is left to later questions: under constant changes none would end
      const rounds = Number(writing !== null) + Number(changed.size > 0)
      for (let round = 0; round < rounds && columns && !hasJustFailed(); round++) {
        writing ??= writeChanges(columns).finally(() => {
          writing = null
        })
        if (beingWritten > mostAtOnce) return null
        await writing
      }
      // rows whose changes could not be read are too old to answer
      if (hasJustFailed()) return null
      if (!columns && !loading) void load()
      return columns
    },
  }
}
