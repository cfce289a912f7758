import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ChangeEar, Changes } from '#kernel/changes.ts'

export type ChangeFeed = Changes & { close(): Promise<void> }

type Options = { connection: pg.ClientConfig; channels: readonly string[]; onNotice: (line: string) => void }

/** Milliseconds that what is kept in memory may be behind the database. */
const latest = 1_000
/** A proof that is older than this is renewed by the next question, so that busy processes always have a valid one. */
const renewedAfter = 300
/** Milliseconds that requests wait for a proof, from the first that needs it, before they read the database instead. */
const answersWithin = 250
/** Milliseconds before the database is tried again. */
const retryAfter = [100, 500, 2_000, 5_000] as const
/** A connection that does not answer within this is dead. */
const patienceMs = 5_000

/**
 * LISTENs on a connection of its own. PostgreSQL sends what was notified before it answers the next statement, so the
 * answer to an empty statement proves that everything committed before it has been heard. Only a process that is asked
 * sends one, at most about three a second. A connection that is lost, or silently dead, gives no proof.
 */
export async function changeFeed({ connection, channels, onNotice }: Options): Promise<ChangeFeed> {
  const ears = new Map<string, Set<ChangeEar>>(channels.map((channel) => [channel, new Set()]))
  let client: pg.Client | null = null
  let provenAt = Number.NEGATIVE_INFINITY
  let proving: Promise<void> | null = null
  /** Ends with the proof under way, or when that takes too long. */
  let soon: Promise<void> | null = null
  let fails = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'une-to-sara-changes',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    mine.on('error', () => {})
    mine.once('end', () => lost(mine))
    mine.on('notification', ({ channel, payload = '' }) => {
      for (const ear of ears.get(channel) ?? []) ear.heard(payload)
    })
    try {
      await mine.connect()
      for (const channel of channels) await mine.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closed) return void mine.end().catch(() => {})
      client = mine
      for (const ear of [...ears.values()].flatMap((some) => [...some])) ear.missed()
      if (fails > 0) onNotice('The connection for changes is there again.')
      fails = 0
      await prove()
    } catch {
      lost(mine)
    }
  }

  function lost(mine: pg.Client): void {
    if (closed || (client !== null && client !== mine)) return
    client = null
    provenAt = Number.NEGATIVE_INFINITY
    mine.removeAllListeners('end')
    void mine.end().catch(() => {})
    if (fails === 0) onNotice('The connection for changes was lost; until it is made again nothing is kept in memory.')
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), retryAfter[Math.min(fails++, retryAfter.length - 1)])
    retry.unref()
  }

  async function prove(): Promise<void> {
    const asked = client
    if (!asked) return
    const at = performance.now()
    try {
      await asked.query('')
      if (client === asked) provenAt = at
    } catch {
      lost(asked)
    }
  }

  const renewed = () =>
    (proving ??= prove().finally(() => {
      proving = null
      soon = null
    }))

  await connect()

  return {
    isCurrent() {
      if (!client) return false
      const age = performance.now() - provenAt
      if (age > renewedAfter) void renewed()
      return age <= latest
    },
    async becomesCurrent() {
      if (!client) return false
      // the same for all that need this proof: a page asks for it some ten times, and waits once only
      soon ??= Promise.race([renewed(), sleep(answersWithin, undefined, { ref: false })])
      await soon
      return client !== null && performance.now() - provenAt <= latest
    },
    // a proof that is under way may have begun before the commit; after longer than that nothing kept is used anyway
    caughtUp: () => Promise.race([prove(), sleep(latest, undefined, { ref: false })]),
    listen(channel, ear) {
      const there = ears.get(channel)
      if (!there) throw new RangeError(`nothing listens to ${channel}`)
      there.add(ear)
    },
    notice: onNotice,
    async close() {
      closed = true
      clearTimeout(retry)
      const mine = client
      client = null
      await mine?.end().catch(() => {})
    },
  }
}
