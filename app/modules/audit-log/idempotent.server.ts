import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { ownerKeyOf, refusalOfVisitor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { answerFirst, type FirstCall } from './first-statement.server.ts'
import { allThatWaited, waitForLast } from './last-statement.server.ts'
import { planOnce } from './plan-once.server.ts'

export type IdempotencyRefusal = 'key_reused'

/**
 * `who`: whether visitors may do it. `planned`: whether its statements keep their plans (plan-once.server.ts). `first`: a function of
 * the database that is called with the insert of a key that is new (first-statement.server.ts).
 */
type How = { who?: 'members' | 'public'; planned?: 'once' | 'by_values'; first?: FirstCall<unknown> | null }

/**
 * Runs a mutation once per key. The key is written in the same transaction as the effects: a double click, a second tab
 * or a retry after a lost response waits for the first and gets its result. A refusal leaves no trace, so the same form
 * can be sent again after it is corrected. The same key with other contents is refused, and so is a key that no page of
 * ours makes (fewer than 8 characters or more than 200). A visitor, whose session may have ended while they filled in
 * the form, is asked to sign in before the key is looked up, unless visitors may do it.
 */
export async function idempotent<T, R extends string>(
  ctx: Ctx,
  operation: string,
  key: string,
  input: unknown,
  run: (ctx: Ctx) => Promise<Result<T, R>>,
  { who = 'members', planned = 'by_values', first = null }: How = {},
): Promise<Result<T, R | IdempotencyRefusal>> {
  if (who === 'members' && ctx.actor.kind === 'visitor') throw refusalOfVisitor(ctx.actor, operation)
  if (!isKey(key)) return refuse('key_reused')
  const owner = ownerKeyOf(ctx.actor)
  const requestHash = hashOf({ operation, input })
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const insert = db
        .insertInto('idempotencyKeys')
        .values({ owner, key, operation, requestHash, outcome: null, createdAt: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .returning(planned === 'once' ? planOnce.as('is') : 'key as is')
      // called for the row of a new key, and so after its insert, which waits for another with the same key
      const [fresh] = first
        ? (
            await sql`with fresh as (${insert})
              select (begun.it).* from (select ${first} as it from fresh offset 0) as begun`.execute(db)
          ).rows
        : await insert.execute()
      if (!fresh) return (await earlierResult<T, R>(db, { owner, key, requestHash })) ?? gone(key)
      if (first) answerFirst(db, fresh)
      waitForLast(db)
      const result = await run({ ...ctx, db })
      if (!result.ok) throw new Refused(result)
      await sql`${allThatWaited(db)} update idempotency_keys set outcome = ${JSON.stringify(result)}
        where owner = ${owner} and key = ${key}`.execute(db)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return error.result as Result<T, R>
    throw error
  }
}

/**
 * What a change is to answer, and the call of a function of the database that makes it. `shows`: what the answer has besides, if it is
 * the first one.
 */
export type Decided<T, S extends object> = { value: T; writes: RawBuilder<unknown>; shows: S }

/**
 * The same for a change that decides first and then writes with one call, in one statement with its key: the second call
 * with the key waits for the first, and does not call. A repetition is recognised before it is refused: what was possible the
 * first time may not be any more.
 */
export async function idempotentInOne<T extends object, R extends string, S extends object>(
  ctx: Ctx,
  operation: string,
  key: string,
  input: unknown,
  decide: (ctx: Ctx) => Promise<Result<Decided<T, S>, R>>,
): Promise<Result<T & Partial<S>, R | IdempotencyRefusal>> {
  if (ctx.actor.kind === 'visitor') throw refusalOfVisitor(ctx.actor, operation)
  if (!isKey(key)) return refuse('key_reused')
  const owner = ownerKeyOf(ctx.actor)
  const requestHash = hashOf({ operation, input })
  const earlier = () => earlierResult<T & Partial<S>, R>(ctx.db, { owner, key, requestHash })
  let decided: Result<Decided<T, S>, R>
  try {
    decided = await decide(ctx)
  } catch (error) {
    const before = await earlier()
    if (before) return before
    throw error
  }
  if (!decided.ok) return (await earlier()) ?? decided
  const { value, writes, shows } = decided.value
  const { rows } = await sql`
    with fresh as (
      insert into idempotency_keys (owner, key, operation, request_hash, outcome, created_at)
      values (${owner}, ${key}, ${operation}, ${requestHash}, ${JSON.stringify(ok(value))}, ${ctx.now})
      on conflict do nothing returning key)
    select ${writes} from fresh`.execute(ctx.db)
  return rows.length > 0 ? ok({ ...value, ...shows }) : ((await earlier()) ?? gone(key))
}

type Asked = { owner: string; key: string; requestHash: string }

/** What the key was answered before; null: it is new. */
async function earlierResult<T, R extends string>(
  db: DbOrTx,
  { owner, key, requestHash }: Asked,
): Promise<Result<T, R | IdempotencyRefusal> | null> {
  const earlier = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'outcome'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!earlier) return null
  return earlier.requestHash === requestHash ? (earlier.outcome as Result<T, R>) : refuse('key_reused')
}

/** Keys are deleted after a month only. */
function gone(key: string): never {
  throw new Error(`a key in use is gone: ${key.length} characters`)
}

/** Counts as the table's constraint does: characters, not UTF-16 units. */
const isKey = (key: string): boolean => {
  const { length } = [...key]
  return length >= 8 && length <= 200
}

/** Carries a refusal out of the transaction, so that everything it did is rolled back. */
class Refused extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('refused')
    this.result = result
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Keys are for retries, not for history: after 30 days they are deleted. */
export async function forgetOldKeys({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 30 * 24 * 3_600_000)
  const gone = await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
