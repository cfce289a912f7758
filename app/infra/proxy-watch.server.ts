import { sql } from 'kysely'
import type { Clock } from '#kernel/clock.ts'
import { type Forwarded, type ProxyCounts, proxyProblem } from '#kernel/forwarded.server.ts'
import type { Db } from './db/kysely.server.ts'
import type { Log } from './log.server.ts'
import { isPublicIp } from './safe-fetch.server.ts'

export type ProxyWatch = {
  /** Counts one request, in memory. */
  note(seen: Forwarded): void
  /** Adds the counts to the table, and logs once an hour what is wrong. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  trustedProxies: number
  /** Whether visitors come from outside; in development they do not. */
  isPublic: boolean
}

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** Older counts say nothing about the proxies of today. */
const keptMs = 48 * hourMs
const none = (): ProxyCounts => ({ requests: 0, tooShort: 0, tooLong: 0, fromInside: 0 })

/** Checks whether TRUSTED_PROXIES is right: it costs a request four additions, and a process one statement a minute. */
export function proxyWatch({ db, clock, log, trustedProxies, isPublic }: Options): ProxyWatch {
  let counted = none()
  let sinceSaid = none()
  let saidAt = 0

  async function flush(): Promise<void> {
    if (counted.requests === 0) return
    const added = counted
    counted = none()
    const now = clock.now()
    sinceSaid = sum(sinceSaid, added)
    say(now)
    const { requests, tooShort, tooLong, fromInside } = added
    await sql`
      insert into proxy_counts as kept (hour, trusted_proxies, requests, too_short, too_long, from_inside)
      values (date_trunc('hour', ${now}::timestamptz), ${trustedProxies}, ${requests}, ${tooShort}, ${tooLong}, ${fromInside})
      on conflict (hour, trusted_proxies) do update set
        requests = kept.requests + excluded.requests,
        too_short = kept.too_short + excluded.too_short,
        too_long = kept.too_long + excluded.too_long,
        from_inside = kept.from_inside + excluded.from_inside`.execute(db)
    await db
      .deleteFrom('proxyCounts')
      .where('hour', '<', new Date(now.getTime() - keptMs))
      .execute()
  }

  function say(now: Date): void {
    if (now.getTime() - saidAt < hourMs) return
    const problem = proxyProblem(sinceSaid)
    if (problem) log.warn({ problem, trustedProxies, ...sinceSaid }, 'TRUSTED_PROXIES does not fit the requests')
    if (!problem && sinceSaid.requests < 10_000) return
    sinceSaid = none()
    saidAt = problem ? now.getTime() : saidAt
  }

  const flushQuietly = () => flush().catch((error) => log.error({ err: error }, 'proxy counts were not kept'))
  const timer = setInterval(flushQuietly, minuteMs)
  timer.unref()

  return {
    note({ ip, length }) {
      counted.requests += 1
      if (length === 'too_short') counted.tooShort += 1
      if (length === 'too_long') counted.tooLong += 1
      if (isPublic && ip !== null && !isPublicIp(ip)) counted.fromInside += 1
    },
    flush,
    async close() {
      clearInterval(timer)
      await flushQuietly()
    },
  }
}

const sum = (one: ProxyCounts, other: ProxyCounts): ProxyCounts => ({
  requests: one.requests + other.requests,
  tooShort: one.tooShort + other.tooShort,
  tooLong: one.tooLong + other.tooLong,
  fromInside: one.fromInside + other.fromInside,
})
