import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ownerKeyOf, refusalOfVisitor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type Result, refuse } from '#kernel/result.ts'
import { allThatWaited, waitForLast } from './last-statement.server.ts'
import { planOnce } from './plan-once.server.ts'

export type IdempotencyRefusal = 'key_reused'

/** `who`: whether visitors may do it. `planned`: whether its statements keep their plans (plan-once.server.ts). */
type How = { who?: 'members' | 'anybody'; planned?: 'once' | 'by_values' }

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
  { who = 'members', planned = 'by_values' }: How = {},
): Promise<Result<T, R | IdempotencyRefusal>> {
  if (who === 'members' && ctx.actor.kind === 'visitor') throw refusalOfVisitor(ctx.actor, operation)
  if (!isKey(key)) return refuse('key_reused')
  const owner = ownerKeyOf(ctx.actor)
  const requestHash = hashOf({ operation, input })
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const fresh = await db
        .insertInto('idempotencyKeys')
        .values({ owner, key, operation, requestHash, outcome: null, createdAt: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .returning(planned === 'once' ? planOnce.as('is') : 'key as is')
        .executeTakeFirst()
      if (!fresh) {
        const earlier = await db
          .selectFrom('idempotencyKeys')
          .select(['requestHash', 'outcome'])
          .where('owner', '=', owner)
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        return earlier.requestHash === requestHash ? (earlier.outcome as Result<T, R>) : refuse('key_reused')
      }
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
