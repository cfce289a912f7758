import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Cards } from '#kernel/cards.ts'
import {
  type CardHoldId,
  type CardMovementId,
  type ChargeId,
  type IssuedDocumentId,
  newId,
  type OrderId,
  type RestaurantId,
} from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'
import { leastHoldYen } from '../card-holds/hold-yen.ts'
import { tellCardFailed } from './card-mails.server.tsx'
import { type CardCtx, noteAnswer } from './hold-store.server.ts'

type Parts = Omit<Ctx, 'actor'> & { cards: Cards | null }

/**
 * What orders by card come to is taken from the card: the job looks for charges (ledger) that were not looked at. For each
 * order the card shall have paid the sum of its charges, as far as it was held; less is captured, more is given back.
 * What the card cannot pay stays on the invoice. First everything is written down, then the provider is asked.
 */
export async function settleOrders(parts: Parts): Promise<{ planned: number; moved: number; failed: number } | null> {
  const { cards } = parts
  if (!cards) return null
  const ctx: CardCtx = { db: parts.db, now: parts.now, cards }
  const done = { planned: 0, moved: 0, failed: 0 }
  for (const orderId of await unsettled(ctx)) {
    const planned = await planSettlement(ctx, orderId).catch(() => null)
    if (planned === null) done.failed += 1
    else done.planned += planned
  }
  for (const id of await openMovements(ctx)) {
    const moved = await move(ctx, id).catch(() => false)
    done[moved ? 'moved' : 'failed'] += 1
  }
  return done.planned + done.moved + done.failed > 0 ? done : null
}

async function unsettled({ db }: CardCtx): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('cardOrders', 'cardOrders.orderId', 'charges.orderId')
    .leftJoin('cardCharges', 'cardCharges.chargeId', 'charges.id')
    .select('charges.orderId')
    .distinct()
    .where('cardCharges.chargeId', 'is', null)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** Decides what moves, in one transaction with the note that these charges were looked at. Returns how many. */
const planSettlement = ({ db, now }: CardCtx, orderId: OrderId): Promise<number> =>
  db.transaction().execute(async (db) => {
    await db.selectFrom('cardOrders').select('orderId').where('orderId', '=', orderId).forUpdate().execute()
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
    await db
      .insertInto('cardCharges')
      .values(charges.map(({ id }) => ({ chargeId: id, at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .updateTable('cardOrders')
      .set({ releasedAt: now })
      .where('orderId', '=', orderId)
      .where('releasedAt', 'is', null)
      .execute()
    return moves.length
  })

type HeldAmount = {
  id: CardHoldId
  state: 'asked' | 'proving' | 'held' | 'captured' | 'released' | 'failed'
  yen: Yen
  renewed: boolean
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
    .select(['cardMovements.holdId', 'cardMovements.kind', 'cardMovements.yen'])
    .where('cardHolds.orderId', '=', orderId)
    .where('cardMovements.state', '<>', 'failed')
    .execute()
  const sum = (id: CardHoldId, kind: 'capture' | 'refund') =>
    moved.reduce((sum, move) => (move.holdId === id && move.kind === kind ? sum + move.yen : sum), 0)
  return holds.map(({ renews: _, ...hold }) => ({
    ...hold,
    renewed: holds.some((newer) => newer.renews === hold.id && newer.state === 'held'),
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
    if (hold.state !== 'held' || hold.renewed || hold.capturedYen > 0 || amount < leastHoldYen) return []
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
async function openMovements({ db }: CardCtx): Promise<CardMovementId[]> {
  const rows = await db
    .selectFrom('cardMovements')
    .select('id')
    .where('state', '=', 'asked')
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

type CardPayment = {
  eventKey: string
  restaurantId: RestaurantId
  documentId: IssuedDocumentId | null
  /** Below zero: it went back to the card. */
  yen: Yen
  reason: string
}

/** A payment by card with its allocation and its entry, once per event, in the caller's transaction. */
export async function writeCardPayment({ db, now }: Pick<Ctx, 'db' | 'now'>, given: CardPayment) {
  const { eventKey, restaurantId, documentId, yen: amount, reason } = given
  const { name } = await db
    .selectFrom('restaurants')
    .select('name')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const { id: paymentId } = await db
    .insertInto('payments')
    .values({
      id: newId<'payment'>(),
      eventKey,
      method: 'card',
      receivedOn: jstDateOf(now),
      yen: amount,
      payer: name,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('paymentAllocations')
    .values({
      id: newId<'allocation'>(),
      paymentId,
      restaurantId,
      documentId,
      yen: amount,
      reason,
      reverses: null,
      eventId: null,
      at: now,
    })
    .execute()
  await postEntry(
    { db, now },
    {
      eventKey,
      kind: 'card',
      memo: reason,
      postings: [
        { account: 'card_clearing', yen: amount },
        { account: 'receivable', restaurantId, yen: yen(-amount) },
      ],
    },
  )
  return paymentId
}

/** The invoice in force that lists this charge, if it was issued before the card paid. */
export async function invoiceOf(db: DbOrTx, chargeId: ChargeId): Promise<IssuedDocumentId | null> {
  const row = await db
    .selectFrom('closingCharges')
    .innerJoin('issuedDocuments', 'issuedDocuments.closingId', 'closingCharges.closingId')
    .leftJoin('documentVoids', 'documentVoids.documentId', 'issuedDocuments.id')
    .leftJoin('issuedDocuments as later', 'later.supersedes', 'issuedDocuments.id')
    .select('issuedDocuments.id')
    .where('chargeId', '=', chargeId)
    .where('side', '=', 'restaurant')
    .where('issuedDocuments.kind', '=', 'invoice')
    .where('documentVoids.documentId', 'is', null)
    .where('later.id', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The amount stays on the invoice; the restaurant and staff are told. */
const noteFailure = ({ db, now }: CardCtx, movement: Movement, failure: string): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { id, kind, holdId, intent, orderId } = movement
    await db
      .updateTable('cardMovements')
      .set({ state: 'failed', failure: failure.slice(0, 80), endedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .execute()
    if (kind !== 'capture') return
    if (failure === 'hold_ended' && intent) await noteAnswer({ db, now }, holdId, { state: 'released', intent })
    await tellCardFailed({ db, now }, { key: `card-movement:${id}`, orderId })
  })
