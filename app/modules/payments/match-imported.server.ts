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

/** What was looked at and matched, and why the matching of a deposit failed, which is then left to staff. */
type Step = { looked: number; matched: number; failed: unknown[] }
/** Of this call, and what of the whole file is matched by itself. */
type Matched = Step & { ofFile: number }

/**
 * Matches the deposits of an imported file that need no person, in the order of the file, each of them once: each step stores
 * how far the file has come. Callers at the same time take turns, and each returns when nothing is left.
 */
export async function matchImported(ctx: Ctx, fileId: BankFileId): Promise<Matched> {
  const done: Matched = { looked: 0, matched: 0, failed: [], ofFile: 0 }
  let readings: Readings | null = null
  while (await isBeingMatched(ctx.db, fileId)) {
    readings ??= await readingsOfRestaurants(ctx.db)
    add(done, await matchStep(ctx, fileId, readings))
  }
  const { matched } = await ctx.db
    .selectFrom('bankMatchings')
    .select('matched')
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow()
  return { ...done, ofFile: matched }
}

function add(sum: Step, { looked, matched, failed }: Step) {
  sum.looked += looked
  sum.matched += matched
  sum.failed.push(...failed)
}

/** Until then it is most likely still at work. */
const interruptedAfterMinutes = 2

/**
 * Files whose matching was interrupted: the job goes on with them. One that fails does not hold up the others, and is tried
 * again. Returns how many deposits were matched; throws at the end what failed.
 */
export async function matchInterrupted(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const open = await parts.db
    .selectFrom('bankMatchings')
    .select('fileId')
    .where('endedAt', 'is', null)
    .where('begunAt', '<=', addMinutes(parts.now, -interruptedAfterMinutes))
    .execute()
  const failed: unknown[] = []
  let matched = 0
  for (const { fileId } of open)
    try {
      const done = await matchImported({ ...parts, actor: { kind: 'system' } }, fileId)
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

/** The next deposits together. If that fails, they are taken one by one, so that the one which fails holds up no other. */
async function matchStep(ctx: Ctx, fileId: BankFileId, readings: Readings): Promise<Step> {
  const together = (within: Ctx, deposits: readonly Next[]) => matchThese(within, deposits, readings)
  try {
    return await inOneTransaction(ctx, fileId, mostAtOnce, together)
  } catch (error) {
    if (isForAMoment(error)) throw error
  }
  const done: Step = { looked: 0, matched: 0, failed: [] }
  const alone = (within: Ctx, deposits: readonly Next[]) => matchOrLeave(within, deposits, readings)
  while (done.looked < mostAtOnce && (await isBeingMatched(ctx.db, fileId)))
    add(done, await inOneTransaction(ctx, fileId, 1, alone))
  return done
}

/** The database is overloaded or stops: the same may succeed later. */
const isForAMoment = (error: unknown) => orBusy(error) instanceof Busy

type Match = (within: Ctx, deposits: readonly Next[]) => Promise<Omit<Step, 'looked'>>

const inOneTransaction = (ctx: Ctx, fileId: BankFileId, most: number, match: Match): Promise<Step> =>
  ctx.db.transaction().execute((db) => matchNext({ ...ctx, db }, fileId, most, match))

async function matchNext(ctx: Ctx, fileId: BankFileId, most: number, match: Match): Promise<Step> {
  const { db } = ctx
  const place = await db
    .selectFrom('bankMatchings')
    .select(['through', 'matched'])
    .where('fileId', '=', fileId)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!place) return { looked: 0, matched: 0, failed: [] }
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
