import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { Busy, orBusy } from '#kernel/errors.ts'
import type { BankFileId, PaymentId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { allocationsOf } from './apply-plan.ts'
import { readDepositSettings } from './deposit-settings.server.ts'
import { type Deposit, type MatchPlan, matchDeposit } from './match-deposit.ts'
import { settle } from './payers.ts'
import { tellMatched } from './payment-mails.server.tsx'
import { type Readings, readingsOfRestaurants, readPayers, restaurantsLedTo } from './read-payers.server.ts'
import { allocate, lockForMatching } from './record-payment.server.ts'

/** So many deposits a transaction: a fraction of a second, in which only the restaurants that they may be of are locked. */
const mostAtOnce = 500

/** How a caller goes about it: until when, and whether it waits where another is at work on the file. */
type Manner = { until?: number; waits: boolean }

/** What was looked at and matched, and why the matching of a deposit failed, which is then left to staff. */
type Step = { looked: number; matched: number; failed: unknown[] }

/**
 * Matches the deposits of an imported file that need no person, in the order of the file, each of them once: each step stores
 * how far the file has come. Callers at the same time take turns, and each returns when nothing is left; one that does not
 * wait leaves the file to the other.
 */
export async function matchImported(
  ctx: Ctx,
  fileId: BankFileId,
  { until = Number.POSITIVE_INFINITY, waits }: Manner = { waits: true },
): Promise<Step> {
  const done: Step = { looked: 0, matched: 0, failed: [] }
  let readings: Readings | null = null
  while (Date.now() < until && (await isBeingMatched(ctx.db, fileId))) {
    readings ??= await readingsOfRestaurants(ctx.db)
    const step = await matchStep(ctx, fileId, { readings, waits })
    if (!step) break
    add(done, step)
  }
  return done
}

/** How many deposits of an imported file were matched by themselves until now, and whether more may be. */
export async function matchingOf(db: DbOrTx, fileId: BankFileId): Promise<{ matched: number; isOpen: boolean }> {
  const { matched, endedAt } = await db
    .selectFrom('bankMatchings')
    .select(['matched', 'endedAt'])
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow()
  return { matched, isOpen: endedAt === null }
}

function add(sum: Step, { looked, matched, failed }: Step) {
  sum.looked += looked
  sum.matched += matched
  sum.failed.push(...failed)
}

/** A file of more rows is matched by the job: the user who imports it would wait for a minute. */
const mostInRequest = 1_000

export const isForTheJob = ({ rowCount }: { rowCount: number }): boolean => rowCount > mostInRequest

/** Begins the job before its minute, as soon as the transaction has ended. */
export const beginMatching = async (db: DbOrTx): Promise<void> => {
  await sql`select begin_job('match-imports')`.execute(db)
}

/** Until then the request is most likely still at work. */
const interruptedAfterMinutes = 2
/** What is left is for the next minute: the queue takes a job for lost after five. */
const longestMs = 4 * 60_000

/**
 * The files that wait for the job: the large ones, and small ones whose matching was interrupted. One that fails does not hold up
 * the others, and is tried again; one on which another process is at work is left to it. Returns how many deposits were
 * matched; throws at the end what failed.
 */
export async function matchOpenFiles(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const manner = { until: Date.now() + longestMs, waits: false }
  const open = await parts.db
    .selectFrom('bankMatchings')
    .innerJoin('bankFiles', 'bankFiles.id', 'bankMatchings.fileId')
    .select('fileId')
    .where('endedAt', 'is', null)
    .where(({ or, eb }) =>
      or([eb('rowCount', '>', mostInRequest), eb('begunAt', '<=', addMinutes(parts.now, -interruptedAfterMinutes))]),
    )
    .orderBy('begunAt')
    .execute()
  const failed: unknown[] = []
  let matched = 0
  for (const { fileId } of open)
    try {
      const done = await matchImported({ ...parts, actor: { kind: 'system' } }, fileId, manner)
      matched += done.matched
      failed.push(...done.failed)
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw new AggregateError(failed, 'files of banks that could not be matched')
  return matched
}

export const isBeingMatched = async (db: DbOrTx, fileId: BankFileId): Promise<boolean> =>
  (await db
    .selectFrom('bankMatchings')
    .select('fileId')
    .where('fileId', '=', fileId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined

type HowToMatch = { readings: Readings; waits: boolean }

/**
 * The next deposits together. If that fails, they are taken one by one, so that the one which fails holds up no other. Null:
 * none is left, or another is at work and this one does not wait.
 */
async function matchStep(ctx: Ctx, fileId: BankFileId, { readings, waits }: HowToMatch): Promise<Step | null> {
  const together = (within: Ctx, deposits: readonly Next[]) => matchThese(within, deposits, readings)
  try {
    return await inOneTransaction(ctx, fileId, { most: mostAtOnce, waits, match: together })
  } catch (error) {
    if (isForAMoment(error)) throw error
  }
  const done: Step = { looked: 0, matched: 0, failed: [] }
  const alone = (within: Ctx, deposits: readonly Next[]) => matchOrLeave(within, deposits, readings)
  while (done.looked < mostAtOnce) {
    const step = await inOneTransaction(ctx, fileId, { most: 1, waits, match: alone })
    if (!step) break
    add(done, step)
  }
  return done
}

/** The database is overloaded or stops: the same may succeed later. */
const isForAMoment = (error: unknown) => orBusy(error) instanceof Busy

type Match = (within: Ctx, deposits: readonly Next[]) => Promise<Omit<Step, 'looked'>>

type Taking = { most: number; waits: boolean; match: Match }

const inOneTransaction = (ctx: Ctx, fileId: BankFileId, taking: Taking): Promise<Step | null> =>
  ctx.db.transaction().execute((db) => matchNext({ ...ctx, db }, fileId, taking))

async function matchNext(ctx: Ctx, fileId: BankFileId, { most, waits, match }: Taking): Promise<Step | null> {
  const { db } = ctx
  const place = await db
    .selectFrom('bankMatchings')
    .select(['through', 'matched'])
    .where('fileId', '=', fileId)
    .where('endedAt', 'is', null)
    .forUpdate()
    .$if(!waits, (one) => one.skipLocked())
    .executeTakeFirst()
  if (!place) return null
  const deposits = await nextDeposits(db, fileId, place.through, most)
  const { matched, failed } = deposits.length > 0 ? await match(ctx, deposits) : { matched: 0, failed: [] }
  await db
    .updateTable('bankMatchings')
    .set({
      through: deposits.at(-1)?.ordinal ?? place.through,
      matched: place.matched + matched,
      endedAt: deposits.length < most ? ctx.now : null,
    })
    .where('fileId', '=', fileId)
    .execute()
  return { looked: deposits.length, matched, failed }
}

/** In a savepoint: a deposit whose matching fails stays unmatched, and the history says why. */
async function matchOrLeave(ctx: Ctx, deposits: readonly Next[], readings: Readings): ReturnType<Match> {
  await sql`savepoint deposit`.execute(ctx.db)
  try {
    return await matchThese(ctx, deposits, readings)
  } catch (error) {
    if (isForAMoment(error)) throw error
    await sql`rollback to savepoint deposit`.execute(ctx.db)
    for (const { paymentId } of deposits)
      await recordEvent(ctx.db, ctx, { kind: 'deposit_not_matched', data: { paymentId, why: String(error) } })
    return { matched: 0, failed: [error] }
  }
}

type Next = Deposit & { paymentId: PaymentId; ordinal: number }

async function nextDeposits(db: DbOrTx, fileId: BankFileId, through: number, most: number): Promise<Next[]> {
  const rows = await db
    .selectFrom('bankRows')
    .select(['paymentId', 'ordinal', 'yen', 'valueOn', 'unclearedYen', 'payerKana', 'text', 'virtualAccount', 'edi'])
    .select('nature')
    .where('fileId', '=', fileId)
    .where('ordinal', '>', through)
    .where('paymentId', 'is not', null)
    .orderBy('ordinal')
    .limit(most)
    .execute()
  return rows.flatMap(({ paymentId, ...row }) => (paymentId ? [{ ...row, paymentId }] : []))
}

async function matchThese(ctx: Ctx, deposits: readonly Next[], readings: Readings): ReturnType<Match> {
  const { db } = ctx
  const ledTo = await restaurantsLedTo(db, deposits, readings)
  const paymentIds = deposits.map(({ paymentId }) => paymentId)
  await lockForMatching(db, { paymentIds, restaurantIds: ledTo.ids })
  const taken = await takenUp(db, paymentIds)
  const { payers, creditsBy } = await readPayers(db, ledTo, [])
  const { booksBankFees } = await readDepositSettings(db)
  const matches: { paymentId: PaymentId; plan: MatchPlan; allocations: ReturnType<typeof allocationsOf> }[] = []
  for (const { paymentId, ...deposit } of deposits) {
    if (taken.has(paymentId)) continue
    const { automatic: plan } = matchDeposit(deposit, payers, booksBankFees)
    if (!plan) continue
    const { restaurantId, creditYen } = plan
    const credits = creditsBy.get(restaurantId) ?? []
    matches.push({ paymentId, plan, allocations: allocationsOf(plan, credits) })
    if (plan.usedCreditYen > 0) creditsBy.delete(restaurantId)
    if (creditYen > 0)
      creditsBy.set(restaurantId, [...(creditsBy.get(restaurantId) ?? []), { restaurantId, paymentId, yen: creditYen }])
    settle(payers, plan)
  }
  if (matches.length === 0) return { matched: 0, failed: [] }
  await allocate(ctx, matches)
  await tellMatched(
    ctx,
    matches.map(({ paymentId, plan: { restaurantId, pays, feeYen, usedCreditYen, creditYen } }) => ({
      paymentId,
      restaurantId,
      numbers: pays.map(({ number }) => number),
      yen: yen(sumYen(pays.map((it) => it.yen)) - feeYen - usedCreditYen + creditYen),
    })),
  )
  return { matched: matches.length, failed: [] }
}

/** With what people have begun since the file was booked: matched, put aside, or set off. */
async function takenUp(db: DbOrTx, paymentIds: readonly PaymentId[]): Promise<Set<PaymentId>> {
  const begun = [
    ...(await db.selectFrom('paymentAllocations').select('paymentId').where('paymentId', 'in', paymentIds).execute()),
    ...(await db.selectFrom('depositClearings').select('paymentId').where('paymentId', 'in', paymentIds).execute()),
    ...(await db.selectFrom('depositHolds').select('paymentId').where('paymentId', 'in', paymentIds).execute()),
  ]
  return new Set(begun.flatMap(({ paymentId }) => paymentId ?? []))
}
