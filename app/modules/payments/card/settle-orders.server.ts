import type { NotNull } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type Cards, CardsUnavailable } from '#kernel/cards.ts'
import {
  type CardHoldId,
  type CardMovementId,
  type ChargeId,
  newId,
  type OrderId,
  type RestaurantId,
} from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { leastHoldYen, mostHoldYen } from '../card-holds/hold-yen.ts'
import { unpaidOf } from '../unpaid-of.server.ts'
import { invoiceOf, writeCardPayment } from './book-card.server.ts'
import { tellCardFailed, tellRefundReturned } from './card-mails.server.tsx'
import { askHold, type CardCtx, type CardHold, noAnswer, noteAnswer, planHold } from './hold-store.server.ts'
import { payInvoices } from './pay-invoices.server.ts'

type Parts = Omit<Ctx, 'actor'> & { cards: Cards | null }

/** A provider that does not answer is asked again: after a minute, two, four … and six hours, for about a day. */
const mostSilences = 12
const longestWaitMinutes = 6 * 60
/** What was not held is asked for at once, after twelve hours, and after another twenty-four. */
const mostAttempts = 3
const againHours = 12
/** The next attempt would be refused as well: no user is present to authenticate, or there is no card. */
const lastingFailures = ['authentication_required', 'no_card']

/**
 * What orders by card come to is taken from the card: the job looks for charges (ledger) that were not looked at. For each
 * order the card shall have paid the sum of its charges. Of what is held less is captured, and more is given back; what was
 * not held (the order grew, or the hold ended) is held now and captured, in a few attempts. What the card cannot pay stays
 * on the invoice. First everything is written down, then the provider is asked. One order that fails does not keep back the
 * others.
 *
 * @throws AggregateError at the end, of what could not be planned
 */
export async function settleOrders(parts: Parts): Promise<{ planned: number; moved: number; failed: number } | null> {
  const { cards } = parts
  if (!cards) return null
  const ctx: CardCtx = { db: parts.db, now: parts.now, cards }
  const done = { planned: 0, moved: 0, failed: 0 }
  const failed: unknown[] = []
  const planEach = async (orderIds: readonly OrderId[], plan: (ctx: CardCtx, orderId: OrderId) => Promise<number>) => {
    for (const orderId of orderIds) {
      try {
        done.planned += await plan(ctx, orderId)
      } catch (error) {
        // a provider that does not answer is asked again
        if (error instanceof CardsUnavailable) done.failed += 1
        else failed.push(error)
      }
    }
  }
  const moveAll = async () => {
    for (const id of await openMovements(ctx)) {
      const moved = await move(ctx, id).catch((error) => noteSilence(ctx, id, error))
      done[moved ? 'moved' : 'failed'] += 1
    }
  }
  await planEach(await unsettled(ctx), planSettlement)
  await moveAll()
  await planEach(await lackingRest(ctx), takeRest)
  await moveAll()
  done.moved += await payInvoices(ctx)
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} orders by card could not be settled`)
  return done.planned + done.moved + done.failed > 0 ? done : null
}

async function unsettled({ db }: CardCtx): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('cardOrders', 'cardOrders.orderId', 'charges.orderId')
    .leftJoin('cardCharges', 'cardCharges.chargeId', 'charges.id')
    .select('cardOrders.orderId')
    .distinct()
    .where('cardCharges.chargeId', 'is', null)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

const lackingRest = async ({ db, now }: CardCtx): Promise<OrderId[]> => {
  const rows = await db
    .selectFrom('cardOrders')
    .select('orderId')
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .limit(200)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** Decides what moves, in one transaction with the note that these charges were looked at. Returns how many. */
const planSettlement = ({ db, now }: CardCtx, orderId: OrderId): Promise<number> =>
  db.transaction().execute(async (db) => {
    const order = await lockCardOrder(db, orderId)
    const charges = await db
      .selectFrom('charges')
      .select(['id', 'totalYen'])
      .where('orderId', '=', orderId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    const last = charges.at(-1)
    const holds = await holdsOf(db, orderId)
    // an answer that is under way decides what can be taken
    if (!last || holds.some(({ state }) => state === 'asked')) return 0
    const owed = charges.reduce((sum, { totalYen }) => sum + totalYen, 0)
    const paid = holds.reduce((sum, hold) => sum + hold.capturedYen - hold.refundedYen, 0)
    const fresh = await hasFreshCharge(db, orderId)
    const moves = owed > paid ? capturesOf(holds, owed - paid) : refundsOf(holds, paid - Math.max(0, owed))
    if (moves.length > 0)
      await db
        .insertInto('cardMovements')
        .values(
          moves.map((move) => ({
            ...move,
            id: newId<'cardMovement'>(),
            chargeId: last.id,
            state: 'asked' as const,
            failure: null,
            paymentId: null,
            at: now,
            endedAt: null,
          })),
        )
        .execute()
    const taken = moves.reduce((sum, { kind, yen }) => (kind === 'capture' ? sum + yen : sum), 0)
    const lacks = owed - paid - taken >= leastHoldYen && !holds.some(({ unsure }) => unsure)
    await db
      .insertInto('cardCharges')
      .values(charges.map(({ id }) => ({ chargeId: id, at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .updateTable('cardOrders')
      .set({
        releasedAt: order.releasedAt ?? now,
        nextAt: lacks && !(order.gaveUpAt && !fresh) ? (fresh ? now : order.nextAt) : null,
        ...(fresh && { attempts: 0, failure: null, gaveUpAt: null }),
      })
      .where('orderId', '=', orderId)
      .execute()
    return moves.length
  })

const lockCardOrder = (db: DbOrTx, orderId: OrderId) =>
  db.selectFrom('cardOrders').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirstOrThrow()

async function hasFreshCharge(db: DbOrTx, orderId: OrderId): Promise<boolean> {
  const row = await db
    .selectFrom('charges')
    .leftJoin('cardCharges', 'cardCharges.chargeId', 'charges.id')
    .select('charges.id')
    .where('orderId', '=', orderId)
    .where('cardCharges.chargeId', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Holds what was not held of a final order, exactly, and captures it: no user is present, so the bank may refuse. After some
 * attempts the owners are told what to do. An invoice that has been paid otherwise asks for nothing.
 */
async function takeRest(ctx: CardCtx, orderId: OrderId): Promise<number> {
  const { now } = ctx
  const hold = await ctx.db.transaction().execute(async (db): Promise<CardHold | null> => {
    const order = await lockCardOrder(db, orderId)
    if (!order.nextAt || order.nextAt > now) return null
    const holds = await holdsOf(db, orderId)
    // what is held, or asked for, comes first
    if (holds.some(({ state, tried, renewed }) => state === 'asked' || (state === 'held' && !tried && !renewed)))
      return null
    const rest = await restOf(db, orderId, holds)
    if (rest < leastHoldYen) {
      await db.updateTable('cardOrders').set({ nextAt: null }).where('orderId', '=', orderId).execute()
      return null
    }
    const attempts = order.attempts + 1
    const nextAt = addHours(now, againHours * attempts)
    await db.updateTable('cardOrders').set({ attempts, nextAt }).where('orderId', '=', orderId).execute()
    const sides = await db
      .selectFrom('orders')
      .select(['restaurantId', 'farmId'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return planHold({ db, now }, { ...sides, orderId, yen: yen(Math.min(rest, mostHoldYen)) })
  })
  if (hold) {
    const answer = await askHold(ctx, hold, null)
    if (answer.state === 'failed') await noteRefusal(ctx, orderId, { ...hold, failure: answer.failure })
  }
  return planSettlement(ctx, orderId)
}

/** What the card has not paid of this order; no more than its invoice still asks for. */
async function restOf(db: DbOrTx, orderId: OrderId, holds: readonly HeldAmount[]): Promise<number> {
  const charges = await db
    .selectFrom('charges')
    .select(['id', 'totalYen'])
    .where('orderId', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const last = charges.at(-1)
  if (!last || holds.some(({ unsure }) => unsure)) return 0
  const owed = charges.reduce((sum, { totalYen }) => sum + totalYen, 0)
  const rest = owed - holds.reduce((sum, hold) => sum + hold.capturedYen - hold.refundedYen, 0)
  const invoice = await invoiceOf(db, last.id)
  if (!invoice) return rest
  const unpaid = (await unpaidOf(db, [invoice])).get(invoice) ?? 0
  return Math.min(rest, unpaid)
}

const noteRefusal = ({ db, now }: CardCtx, orderId: OrderId, { id, yen: amount, failure }: CardHold) =>
  db.transaction().execute(async (db) => {
    const { attempts } = await lockCardOrder(db, orderId)
    const reason = failure ?? 'declined'
    if (attempts < mostAttempts && !lastingFailures.includes(reason)) return
    await db
      .updateTable('cardOrders')
      .set({ nextAt: null, gaveUpAt: now, failure: reason })
      .where('orderId', '=', orderId)
      .execute()
    await tellCardFailed({ db, now }, { key: `card-rest:${id}`, orderId, failure: reason, yen: amount })
  })

type HeldAmount = {
  id: CardHoldId
  state: 'asked' | 'proving' | 'held' | 'captured' | 'released' | 'failed'
  yen: Yen
  renewed: boolean
  /** A capture was tried; whatever came of it, it is not tried again with this hold. */
  tried: boolean
  /** It is unknown whether it was captured: nothing is taken instead. */
  unsure: boolean
  capturedYen: number
  refundedYen: number
}

async function holdsOf(db: DbOrTx, orderId: OrderId): Promise<HeldAmount[]> {
  const holds = await db
    .selectFrom('cardHolds')
    .select(['id', 'state', 'yen', 'renews'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const moved = await db
    .selectFrom('cardMovements')
    .innerJoin('cardHolds', 'cardHolds.id', 'cardMovements.holdId')
    .select(['cardMovements.holdId', 'cardMovements.kind', 'cardMovements.yen', 'cardMovements.state'])
    .where('cardHolds.orderId', '=', orderId)
    .execute()
  const sum = (id: CardHoldId, wanted: 'capture' | 'refund') =>
    moved.reduce(
      (sum, { holdId, kind, state, yen }) => (holdId === id && kind === wanted && state !== 'failed' ? sum + yen : sum),
      0,
    )
  const captures = moved.filter(({ kind }) => kind === 'capture')
  return holds.map(({ renews: _, ...hold }) => ({
    ...hold,
    renewed: holds.some((newer) => newer.renews === hold.id && newer.state === 'held'),
    tried: captures.some(({ holdId }) => holdId === hold.id),
    unsure: hold.state === 'held' && captures.some(({ holdId, state }) => holdId === hold.id && state === 'failed'),
    capturedYen: sum(hold.id, 'capture'),
    refundedYen: sum(hold.id, 'refund'),
  }))
}

type Move = { holdId: CardHoldId; kind: 'capture' | 'refund'; yen: Yen }

/** The oldest hold first; never above what is held, and never less than the provider takes. */
function capturesOf(holds: readonly HeldAmount[], missing: number): Move[] {
  let rest = missing
  return holds.flatMap((hold): Move[] => {
    const amount = Math.min(rest, hold.yen)
    if (hold.state !== 'held' || hold.renewed || hold.tried || amount < leastHoldYen) return []
    rest -= amount
    return [{ holdId: hold.id, kind: 'capture', yen: yen(amount) }]
  })
}

function refundsOf(holds: readonly HeldAmount[], surplus: number): Move[] {
  let rest = surplus
  return holds.flatMap((hold): Move[] => {
    const amount = Math.min(rest, hold.capturedYen - hold.refundedYen)
    if (amount <= 0) return []
    rest -= amount
    return [{ holdId: hold.id, kind: 'refund', yen: yen(amount) }]
  })
}

/** A capture before the refunds of the same hold. */
async function openMovements({ db, now }: CardCtx): Promise<CardMovementId[]> {
  const rows = await db
    .selectFrom('cardMovements')
    .select('id')
    .where('state', '=', 'asked')
    .where((is) => is.or([is('nextAt', 'is', null), is('nextAt', '<=', now)]))
    .orderBy('kind')
    .orderBy('at')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Asks the provider, and books what it did. If the process ends in between, the same request is made again: by its key, or
 * by the provider's own state, it is recognised.
 */
async function move(ctx: CardCtx, id: CardMovementId): Promise<boolean> {
  const movement = await ctx.db
    .selectFrom('cardMovements')
    .innerJoin('cardHolds', 'cardHolds.id', 'cardMovements.holdId')
    .innerJoin('charges', 'charges.id', 'cardMovements.chargeId')
    .select(['cardMovements.id', 'cardMovements.kind', 'cardMovements.yen', 'cardMovements.holdId', 'chargeId'])
    .select(['cardHolds.intent', 'cardHolds.restaurantId', 'charges.orderId'])
    .$narrowType<{ orderId: NotNull }>()
    .where('cardMovements.id', '=', id)
    .executeTakeFirstOrThrow()
  const { intent, kind } = movement
  if (!intent) return false
  if (kind === 'refund') {
    const captured = await ctx.db
      .selectFrom('cardMovements')
      .select('state')
      .where('holdId', '=', movement.holdId)
      .where('kind', '=', 'capture')
      .executeTakeFirst()
    if (captured?.state !== 'done') return false
  }
  const failure =
    kind === 'refund'
      ? await ctx.cards.refund({ id, intent, yen: movement.yen })
      : await capture(ctx, { ...movement, intent })
  if (failure === null) await book(ctx, movement)
  else await noteFailure(ctx, movement, failure)
  return failure === null
}

async function capture(
  { cards }: CardCtx,
  { id, intent, yen: amount }: { id: CardMovementId; intent: string; yen: Yen },
): Promise<string | null> {
  const before = await cards.look(intent)
  const answer = before.state === 'held' ? await cards.capture({ id, intent, yen: amount }) : before
  if (answer.state === 'captured') return answer.yen === amount ? null : 'other_amount'
  return answer.state === 'released' ? 'hold_ended' : answer.state
}

type Movement = {
  id: CardMovementId
  kind: 'capture' | 'refund'
  yen: Yen
  holdId: CardHoldId
  chargeId: ChargeId
  restaurantId: RestaurantId
  orderId: OrderId
  intent: string | null
}

/** The payment, what it pays, and the books: once, also when two processes come here. */
const book = ({ db, now }: CardCtx, movement: Movement): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { id, kind, restaurantId, chargeId, holdId, intent } = movement
    const open = await db
      .selectFrom('cardMovements')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .forUpdate()
      .executeTakeFirst()
    if (!open) return
    const amount = kind === 'capture' ? movement.yen : yen(-movement.yen)
    const paymentId = await writeCardPayment(
      { db, now },
      {
        eventKey: `card_${kind}:${id}`,
        restaurantId,
        documentId: await invoiceOf(db, chargeId),
        yen: amount,
        reason: kind === 'capture' ? 'クレジットカード利用' : 'クレジットカードへの返金',
      },
    )
    await db.updateTable('cardMovements').set({ state: 'done', paymentId, endedAt: now }).where('id', '=', id).execute()
    if (kind === 'capture' && intent)
      await noteAnswer({ db, now }, holdId, { state: 'captured', intent, yen: movement.yen })
  })

/**
 * The provider refused. What the hold of a capture could not pay is asked for anew, and it is no news for
 * owners yet; staff see every failure.
 */
const noteFailure = ({ db, now }: CardCtx, movement: Movement, failure: string): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { id, kind, holdId, intent, orderId } = movement
    await lockCardOrder(db, orderId)
    const ended = await db
      .updateTable('cardMovements')
      .set({ state: 'failed', failure: failure.slice(0, 80), endedAt: now, nextAt: null })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst()
    if (!ended || kind !== 'capture' || failure !== 'hold_ended' || !intent) return
    await noteAnswer({ db, now }, holdId, { state: 'released', intent })
    await db
      .updateTable('cardOrders')
      .set({ nextAt: now })
      .where('orderId', '=', orderId)
      .where('gaveUpAt', 'is', null)
      .execute()
  })

/** No answer: asked again later. If there is none for a day it is for staff to see what the provider has done. */
async function noteSilence({ db, now }: CardCtx, id: CardMovementId, error: unknown): Promise<boolean> {
  if (!(error instanceof CardsUnavailable)) return false
  await db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('cardMovements')
      .select('attempts')
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const attempts = row.attempts + 1
    const minutes = Math.min(2 ** row.attempts, longestWaitMinutes)
    await db
      .updateTable('cardMovements')
      .set(
        attempts < mostSilences
          ? { attempts, nextAt: addHours(now, minutes / 60) }
          : { attempts, state: 'failed', failure: noAnswer, endedAt: now, nextAt: null },
      )
      .where('id', '=', id)
      .execute()
  })
  return false
}

/**
 * The bank of the card has returned a refund that had seemed to work: it is booked back, and the amount is credit of the
 * restaurant for its next invoice. Before it is booked there is nothing to undo: the provider tells again later.
 */
export const undoRefund = ({ db, now }: CardCtx, id: CardMovementId, failure: string): Promise<void> =>
  db.transaction().execute(async (db) => {
    const refund = await db
      .selectFrom('cardMovements')
      .innerJoin('cardHolds', 'cardHolds.id', 'cardMovements.holdId')
      .select(['cardMovements.state', 'cardMovements.yen', 'paymentId', 'undoneBy', 'restaurantId', 'orderId'])
      .where('cardMovements.id', '=', id)
      .where('kind', '=', 'refund')
      .forUpdate('cardMovements')
      .executeTakeFirst()
    if (refund?.state === 'asked') throw new CardsUnavailable(`refund ${id} is not booked yet`)
    const { paymentId, orderId } = refund ?? {}
    if (!refund || !paymentId || !orderId || refund.undoneBy) return
    const entry = await db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('eventKey', '=', `card_refund:${id}`)
      .executeTakeFirstOrThrow()
    const { documentId } = await db
      .selectFrom('paymentAllocations')
      .select('documentId')
      .where('paymentId', '=', paymentId)
      .groupBy('documentId')
      .having(({ fn }) => fn.sum('yen'), '<>', 0)
      .executeTakeFirstOrThrow()
    const undoneBy = await writeCardPayment(
      { db, now },
      {
        eventKey: `card_refund_returned:${id}`,
        restaurantId: refund.restaurantId,
        documentId,
        yen: refund.yen,
        reason: 'クレジットカードへの返金の戻り',
        reverses: entry.id,
      },
    )
    await db
      .updateTable('cardMovements')
      .set({ undoneBy, failure: failure.slice(0, 80) })
      .where('id', '=', id)
      .execute()
    await tellRefundReturned({ db, now }, { key: `card-refund:${id}`, orderId, failure, yen: refund.yen })
  })
