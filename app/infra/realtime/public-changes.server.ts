import pg from 'pg'

/** What visitors see has changed: told by the commit that changed it (db/migrations/0197-public-pages.sql). */
export type PublicChanges = {
  /** Another number after each change. */
  version(): number
  /** Whether the number is that of at most half a second ago; false while the database cannot be heard. */
  isCurrent(): Promise<boolean>
  close(): Promise<void>
}

type Options = { connection: pg.ClientConfig; onNotice: (line: string) => void }

/** An answer proves for this long that the connection is alive. */
const provenMs = 500
/** A request does not wait longer for the proof: it then makes its page anew. */
const waitMs = 250
/** A connection that has not answered for this long is made again. */
const patienceMs = 5_000
const retryAfterMs = [100, 500, 2_000, 5_000] as const

/**
 * Listens on a connection of its own. A broken connection that nobody has closed looks like silence, so a request that
 * wants to rely on the number has the connection prove itself, at most twice a second and never while no requests come.
 */
export async function publicChanges({ connection, onNotice }: Options): Promise<PublicChanges> {
  let client: pg.Client | null = null
  let version = 0
  let provenAt = Number.NEGATIVE_INFINITY
  let proof: Promise<boolean> | null = null
  let fails = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      application_name: 'une-to-sara-pages',
    })
    mine.on('error', () => {})
    mine.once('end', () => lost(mine))
    mine.on('notification', () => {
      version += 1
    })
    try {
      await mine.connect()
      await mine.query('listen public_pages')
      if (closed) return void mine.end().catch(() => {})
      client = mine
      proof = null
      // what changed meanwhile was not heard
      version += 1
      if (fails > 0) onNotice('The connection that hears of changed pages is there again.')
      fails = 0
    } catch {
      lost(mine)
    }
  }

  function lost(mine: pg.Client): void {
    if (closed || (client !== null && client !== mine)) return
    client = null
    void mine.end().catch(() => {})
    if (fails === 0)
      onNotice('The connection that hears of changed pages was lost; pages are made anew until it is there again.')
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), retryAfterMs[Math.min(fails++, retryAfterMs.length - 1)])
  }

  /** Ends when the connection has answered, however long that takes. */
  async function prove(asked: pg.Client): Promise<boolean> {
    const askedAt = performance.now()
    const answer = asked.query('select 1').then(
      () => true,
      () => false,
    )
    const isAlive = await within(answer, patienceMs)
    if (client !== asked) return false
    proof = null
    if (isAlive) provenAt = askedAt
    else lost(asked)
    return isAlive
  }

  await connect()

  return {
    version: () => version,
    async isCurrent() {
      if (!client) return false
      if (performance.now() - provenAt < provenMs) return true
      proof ??= prove(client)
      return await within(proof, waitMs)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** False if there is no answer within so many milliseconds. */
async function within(answer: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
