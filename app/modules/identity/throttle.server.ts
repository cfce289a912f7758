import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { networkOf } from './network.server.ts'

type System = Pick<Ctx, 'db' | 'now'>
export type Limit = { most: number; withinMs: number }

/** What is counted. `whose`: null is an unknown network; all unknown networks share one count. */
export type Count = { what: string; whose: string | null; limit: Limit }

/**
 * Counts one attempt: returns how many there are now, and the whole seconds to wait if that exceeds the limit (else 0).
 * One upsert, so that 200 concurrent attempts cannot all be the first. The key is hashed: this table contains no e-mail
 * addresses.
 */
export async function countAttempt(
  { db, now }: System,
  { what, whose, limit }: Count,
): Promise<{ n: number; waitSeconds: number }> {
  const key = keyOf(what, whose)
  const end = new Date(now.getTime() + limit.withinMs)
  const { rows } = await sql<{ n: number; until: Date }>`
    insert into throttle (key, n, until) values (${key}, 1, ${end})
    on conflict (key) do update set
      n = case when throttle.until <= ${now} then 1 else throttle.n + 1 end,
      until = case when throttle.until <= ${now} then excluded.until else throttle.until end
    returning n, until`.execute(db)
  const { n, until } = rows[0] ?? { n: 1, until: end }
  return { n, waitSeconds: n <= limit.most ? 0 : Math.max(1, secondsUntil(until, now)) }
}

/** Counts one attempt; 0 while it is within the limit, else the whole seconds to wait. */
export const waitAfter = step(
  'public',
  async (system: System, what: string, whose: string | null, limit: Limit): Promise<number> =>
    (await countAttempt(system, { what, whose, limit })).waitSeconds,
)

/**
 * Counts one attempt towards each, in order, up to the first that is used up: returns how long to wait for that one.
 */
export async function waitAfterAll(system: System, counts: readonly Count[]): Promise<number> {
  for (const count of counts) {
    const { waitSeconds } = await countAttempt(system, count)
    if (waitSeconds > 0) return waitSeconds
  }
  return 0
}

/** Whole seconds until another attempt is within the limit again; 0 if it is. Counts nothing. */
export async function secondsToWait({ db, now }: System, counts: readonly Count[]): Promise<number> {
  const rows = await db
    .selectFrom('throttle')
    .select(['key', 'n', 'until'])
    .where(
      'key',
      'in',
      counts.map(({ what, whose }) => keyOf(what, whose)),
    )
    .where('until', '>', now)
    .execute()
  const full = rows.filter(({ key, n }) =>
    counts.some(({ what, whose, limit }) => keyOf(what, whose) === key && n >= limit.most),
  )
  return Math.max(0, ...full.map(({ until }) => secondsUntil(until, now)))
}

/** Takes one counted attempt back, because it was correct. */
export async function giveBack({ db }: Pick<Ctx, 'db'>, what: string, whose: string | null): Promise<void> {
  const key = keyOf(what, whose)
  await sql`
    with gone as (delete from throttle where key = ${key} and n = 1)
    update throttle set n = n - 1 where key = ${key} and n > 1`.execute(db)
}

/** A success resets the count: a user who signs in ten times a day is no attacker. */
export async function forget({ db }: Pick<Ctx, 'db'>, what: string, whose: string | null): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', keyOf(what, whose)).execute()
}

const secondsUntil = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / 1000)

const keyOf = (what: string, whose: string | null) =>
  createHash('sha256')
    .update(`${what}:${whose === null ? 'an unknown network' : networkOf(whose)}`)
    .digest('base64url')
