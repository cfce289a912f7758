import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import { networkOf } from './network.server.ts'

export type Limit = { most: number; withinMs: number }

/**
 * Sign-in: few tries for one account from everywhere, as many again from each device on which its owner has been (so
 * that a stranger cannot lock them out there), and limits per address of the network. There a right password gives its
 * try back: many kitchens share one address (carriers, buildings), and only what fails looks like an attack. Codes of the
 * second step: five per attempt to sign in, ten an hour per account, and those of a known device apart.
 */
export const signInLimits = {
  account: { most: 10, withinMs: 15 * 60_000 },
  device: { most: 10, withinMs: 15 * 60_000 },
  ip: { most: 20, withinMs: 60_000 },
  ipHour: { most: 100, withinMs: 3_600_000 },
  secondStep: { most: 10, withinMs: 3_600_000 },
  /** Challenges for passkeys that one address may ask for. */
  passkey: { most: 60, withinMs: 60_000 },
} satisfies Record<string, Limit>

/** Wrong codes after which one begins again with the password. */
export const codesPerTicket = 5

/** Counts one attempt; true while it is within the limit. */
export const allowed = async (
  system: Pick<Ctx, 'db' | 'now'>,
  what: string,
  whose: string,
  limit: Limit,
): Promise<boolean> => (await countAttempt(system, what, whose, limit)) <= limit.most

/**
 * Counts one attempt, and says the how-manieth it is. One upsert, so that 200 at once cannot all be the first. The key is
 * hashed: no e-mail addresses lie about in this table.
 */
export async function countAttempt(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  what: string,
  whose: string,
  limit: Limit,
): Promise<number> {
  const key = keyOf(what, whose)
  const until = new Date(now.getTime() + limit.withinMs)
  const { rows } = await sql<{ n: number }>`
    insert into throttle (key, n, until) values (${key}, 1, ${until})
    on conflict (key) do update set
      n = case when throttle.until <= ${now} then 1 else throttle.n + 1 end,
      until = case when throttle.until <= ${now} then excluded.until else throttle.until end
    returning n`.execute(db)
  return rows[0]?.n ?? 1
}

/** Whole seconds until one more attempt is within the limit again; 0 if it is. Counts nothing. */
export async function secondsToWait(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  counts: readonly { what: string; whose: string; limit: Limit }[],
): Promise<number> {
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
  return Math.max(0, ...full.map(({ until }) => Math.ceil((until.getTime() - now.getTime()) / 1000)))
}

/** Takes one counted attempt back, because it was a right one. */
export async function giveBack({ db }: Pick<Ctx, 'db'>, what: string, whose: string): Promise<void> {
  const key = keyOf(what, whose)
  await sql`
    with gone as (delete from throttle where key = ${key} and n = 1)
    update throttle set n = n - 1 where key = ${key} and n > 1`.execute(db)
}

/** A success ends the count: who signs in ten times a day is no attacker. */
export async function forget({ db }: Pick<Ctx, 'db'>, what: string, whose: string): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', keyOf(what, whose)).execute()
}

const keyOf = (what: string, whose: string) =>
  createHash('sha256')
    .update(`${what}:${networkOf(whose)}`)
    .digest('base64url')
