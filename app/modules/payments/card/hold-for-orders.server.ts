import type { Ctx } from '#authorization/ctx.ts'
import { type Cards, CardsUnavailable } from '#kernel/cards.ts'
import type { OrderId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { figuresOf } from '#modules/ordering/order.ts'
import { deadStates } from '#modules/ordering/order-process.ts'
import { linesOf, parcelsOf, toOrder } from '#modules/ordering/order-store.server.ts'
import { holdYen, leastHoldYen, mostHoldYen } from '../card-holds/hold-yen.ts'
import { tellCardFailed } from './card-mails.server.tsx'
import {
  askHold,
  type CardCtx,
  type CardHold,
  noAnswer,
  noteAnswer,
  planHold,
  releaseHold,
} from './hold-store.server.ts'

type Parts = Omit<Ctx, 'actor'> & { cards: Cards | null }

/** A checkout that was left, or whose answer was lost: what it holds is released after this. */
const checkoutMinutes = 60
/** Before a hold ends a new one replaces it. */
const renewHours = 24
/** After a refusal the bank is not asked again for so long. */
const againHours = 12

/**
 * The work of every minute on what is held (docs/decisions/0071): answers that were lost are asked for again, what nobody
 * ordered is released, orders without enough get it, what ends soon is renewed, and what ended orders held is released.
 * One order that fails does not keep back the others.
 *
 * @throws AggregateError at the end, of what has failed otherwise than by the bank's answer
 */
export async function holdForOrders(parts: Parts): Promise<{ held: number; released: number; failed: number } | null> {
  const { cards } = parts
  if (!cards) return null
  const ctx: CardCtx = { db: parts.db, now: parts.now, cards }
  const done = { held: 0, released: 0, failed: 0 }
  const failed: unknown[] = []
  const each = async <T>(rows: readonly T[], run: (row: T) => Promise<boolean | null>, did: 'held' | 'released') => {
    for (const row of rows) {
      try {
        const result = await run(row)
        if (result !== null) done[result ? did : 'failed'] += 1
      } catch (error) {
        // a provider that does not answer is asked again
        if (error instanceof CardsUnavailable) done.failed += 1
        else failed.push(error)
      }
    }
  }
  await each(await lapsed(ctx), (hold) => noteLapse(ctx, hold), 'released')
  await each(await lostAnswers(ctx), (hold) => askAgain(ctx, hold), 'held')
  await each(await leftBehind(ctx), (hold) => releaseHold(ctx, hold).then(() => true), 'released')
  await each(await uncovered(ctx), (orderId) => coverOrder(ctx, orderId), 'held')
  await each(await endingSoon(ctx), (hold) => renewHold(ctx, hold), 'held')
  await each(await noLongerNeeded(ctx), (hold) => releaseHold(ctx, hold).then(() => true), 'released')
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} holds of cards failed`)
  return done.held + done.released + done.failed > 0 ? done : null
}

/** What is held no longer, if the bank says so, too: the order gets a new hold by a later step. */
const lapsed = ({ db, now }: CardCtx): Promise<CardHold[]> =>
  db
    .selectFrom('cardHolds')
    .selectAll()
    .where('state', '=', 'held')
    .where('until', '<', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cardMovements').select('id').whereRef('cardMovements.holdId', '=', 'cardHolds.id'))),
    )
    .orderBy('until')
    .limit(200)
    .execute()

async function noteLapse(ctx: CardCtx, { id, intent }: CardHold): Promise<boolean | null> {
  const answer = intent ? await ctx.cards.look(intent) : null
  if (answer?.state !== 'released') return null
  await noteAnswer(ctx, id, answer)
  return true
}

/** Asked for by a job, or by a checkout that was left long ago: the answer was lost. */
const lostAnswers = ({ db, now }: CardCtx): Promise<CardHold[]> =>
  db
    .selectFrom('cardHolds')
    .selectAll()
    .where('state', '=', 'asked')
    .where('at', '<', addHours(now, -checkoutMinutes / 60))
    .orderBy('at')
    .limit(200)
    .execute()

/** The answer says what became of it; what no order needs is released by the next step. */
async function askAgain(ctx: CardCtx, hold: CardHold): Promise<boolean> {
  const answer = await askHold(ctx, hold, null)
  if (answer.state === 'failed') await tellFailed(ctx, hold, answer.failure)
  return answer.state === 'held'
}

const leftBehind = ({ db, now }: CardCtx): Promise<CardHold[]> =>
  db
    .selectFrom('cardHolds')
    .selectAll()
    .where('orderId', 'is', null)
    .where('state', 'in', ['held', 'proving'])
    .where('at', '<', addHours(now, -checkoutMinutes / 60))
    .orderBy('at')
    .limit(200)
    .execute()

/** The orders by card that go on and have nothing asked for at the moment; whether they lack something is calculated. */
async function uncovered({ db, now }: CardCtx): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('cardOrders')
    .innerJoin('orders', 'orders.id', 'cardOrders.orderId')
    .select('orders.id')
    .where('cardOrders.releasedAt', 'is', null)
    .where('orders.state', 'not in', [...deadStates, 'pending_approval', 'finalized', 'sent_back'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cardHolds')
            .select('cardHolds.id')
            .whereRef('cardHolds.orderId', '=', 'orders.id')
            .where(({ or, and, eb }) =>
              or([
                eb('cardHolds.state', '=', 'asked'),
                and([eb('cardHolds.state', '=', 'failed'), eb('cardHolds.endedAt', '>', addHours(now, -againHours))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Holds what an order lacks: no user was at the checkout (a standing order, an approval), or the order has grown. */
async function coverOrder(ctx: CardCtx, orderId: OrderId): Promise<boolean | null> {
  const hold = await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const [lines, parcels] = [await linesOf(db, [orderId]), await parcelsOf(db, [orderId])]
    const estimate = figuresOf(toOrder(row), lines.get(orderId) ?? [], parcels.get(orderId) ?? []).totalIncYen
    const live = await db
      .selectFrom('cardHolds')
      .select(['yen', 'state'])
      .where('orderId', '=', orderId)
      .where('endedAt', 'is', null)
      // the one that replaces another counts, not both
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('cardHolds as newer')
              .select('newer.id')
              .whereRef('newer.renews', '=', 'cardHolds.id')
              .where('newer.state', '=', 'held'),
          ),
        ),
      )
      .execute()
    const has = sumYen(live.map((hold) => hold.yen))
    if (has >= estimate || live.some(({ state }) => state === 'asked')) return null
    const lacking = yen(Math.min(mostHoldYen, Math.max(leastHoldYen, holdYen(estimate) - has)))
    return planHold({ db, now: ctx.now }, { restaurantId: row.restaurantId, farmId: row.farmId, orderId, yen: lacking })
  })
  if (!hold) return null
  const answer = await askHold(ctx, hold, null)
  if (answer.state === 'failed') await tellFailed(ctx, hold, answer.failure)
  return answer.state === 'held'
}

const endingSoon = ({ db, now }: CardCtx): Promise<CardHold[]> =>
  db
    .selectFrom('cardHolds')
    .innerJoin('cardOrders', 'cardOrders.orderId', 'cardHolds.orderId')
    .selectAll('cardHolds')
    .where('cardHolds.state', '=', 'held')
    .where('until', '<', addHours(now, renewHours))
    .where('cardOrders.releasedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cardMovements').select('id').whereRef('cardMovements.holdId', '=', 'cardHolds.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cardHolds as newer')
            .select('newer.id')
            .whereRef('newer.renews', '=', 'cardHolds.id')
            .where(({ or, eb }) =>
              or([eb('newer.state', '<>', 'failed'), eb('newer.endedAt', '>', addHours(now, -againHours))]),
            ),
        ),
      ),
    )
    .orderBy('until')
    .limit(200)
    .execute()

/** A new hold first, then the old one is released: the order is never without. If the bank refuses, the old one stays. */
async function renewHold(ctx: CardCtx, old: CardHold): Promise<boolean> {
  const { restaurantId, farmId, orderId, yen: amount } = old
  if (!orderId) return false
  const hold = await planHold(ctx, { restaurantId, farmId, orderId, renews: old.id, yen: amount })
  const answer = await askHold(ctx, hold, null)
  if (answer.state === 'failed') await tellFailed(ctx, hold, answer.failure)
  if (answer.state !== 'held') return false
  await releaseHold(ctx, old)
  return true
}

/**
 * What is held for an order that ended without a charge, was settled (and nothing more is asked for), or was renewed. A fee for a late cancellation is a
 * charge, which is taken first (settle-orders.server.ts).
 */
const noLongerNeeded = ({ db }: CardCtx): Promise<CardHold[]> =>
  db
    .selectFrom('cardHolds')
    .innerJoin('cardOrders', 'cardOrders.orderId', 'cardHolds.orderId')
    .innerJoin('orders', 'orders.id', 'cardHolds.orderId')
    .selectAll('cardHolds')
    .where('cardHolds.state', 'in', ['held', 'proving'])
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('cardOrders.releasedAt', 'is not', null), eb('cardOrders.nextAt', 'is', null)]),
        and([
          eb('orders.state', 'in', [...deadStates]),
          eb(({ fn, val }) => fn.coalesce('orders.cancelFeeYen', val(0)), '=', 0),
        ]),
        exists(
          selectFrom('cardHolds as newer')
            .select('newer.id')
            .whereRef('newer.renews', '=', 'cardHolds.id')
            .where('newer.state', '=', 'held'),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cardMovements').select('id').whereRef('cardMovements.holdId', '=', 'cardHolds.id'))),
    )
    .limit(200)
    .execute()

const tellFailed = async (ctx: CardCtx, { id, orderId, yen }: CardHold, failure: string): Promise<void> => {
  if (orderId) await tellCardFailed(ctx, { key: `card-hold:${id}`, orderId, failure, yen })
}

/** A webhook is about this intent: what has become of it is asked. */
export async function lookAtIntent(ctx: CardCtx, intent: string): Promise<void> {
  const hold = await ctx.db.selectFrom('cardHolds').selectAll().where('intent', '=', intent).executeTakeFirst()
  // an amount that we capture is stored with its payment (settle-orders.server.ts)
  if (!hold || hold.endedAt) return
  const answer = await ctx.cards.look(intent)
  if (answer.state !== 'captured') return noteAnswer(ctx, hold.id, answer)
  // it was captured, and the answer never came: the job finds it so, and books it
  await ctx.db
    .updateTable('cardMovements')
    .set({ state: 'asked', failure: null, endedAt: null, attempts: 0, nextAt: null })
    .where('holdId', '=', hold.id)
    .where('kind', '=', 'capture')
    .where('state', '=', 'failed')
    .where('failure', '=', noAnswer)
    .execute()
}
