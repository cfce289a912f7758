import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId, PurchaseId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { changePlaces } from '#modules/runs/places.server.ts'
import { asParcel, type ChangedLine, planOrder } from './change-order.ts'
import { figuresOf, type OrderLine } from './order.ts'
import { checkTransition } from './order-process.ts'
import {
  linesOf,
  lockOrder,
  moveOrder,
  type NewQuantity,
  type Order,
  parcelsOf,
  writeQuantities,
} from './order-store.server.ts'
import { lineRowsFrom, type PlannedOrder } from './purchase-rows.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { asBoxes, knownOf, replaceBoxes, writeOrdered } from './write-change.server.ts'

/**
 * The same for an order that waited for approval: its lines, at the prices that were submitted, become lines of the
 * open order, and only its history is left (transition 1f).
 */
export async function joinApproved(ctx: Ctx, pending: Order, open: Order): Promise<void> {
  const known = (await linesOf(ctx.db, [open.id])).get(open.id) ?? []
  const fresh = (await linesOf(ctx.db, [pending.id])).get(pending.id) ?? []
  const version = open.version + 1
  const same = (line: OrderLine) => ({ line, before: reservedQuantity(line), after: reservedQuantity(line) })
  const [ofOpen, ofPending] = [await knownOf(ctx, open), await knownOf(ctx, pending)]
  const together = { ...ofOpen, lines: new Map([...ofOpen.lines, ...ofPending.lines]) }
  const planned = planOrder([...known, ...fresh].map(same), together)
  const boxes = (await parcelsOf(ctx.db, [open.id])).get(open.id) ?? []
  const before = figuresOf(open, known, boxes).totalIncYen
  const after = planned.ok
    ? figuresOf({ ...open, state: 'placed' }, [...known, ...fresh], planned.value.parcels.map(asParcel(planned.value)))
    : null
  await moveOrder(ctx, pending, 'join', { as: 'buyer_approver', data: { into: open.number } })
  await ctx.db.deleteFrom('parcels').where('orderId', '=', pending.id).execute()
  const { eventId } = await moveOrder(ctx, open, 'change', {
    as: 'buyer_approver',
    data: {
      version,
      purchaseId: pending.purchaseId,
      ...(after && { addedIncYen: after.totalIncYen - before }),
      changes: fresh.map((line) => ({ lineId: line.id, name: line.name, before: 0, now: reservedQuantity(line) })),
    },
    facts: { version, changedAt: ctx.now, note: noteOf(open.note, pending.note) },
  })
  await writeOrdered(ctx, open, known.map(same), { eventId, stays: false, reason: '追加注文' })
  await ctx.db
    .updateTable('orderLines')
    .set(({ eb }) => ({ orderId: open.id, ordinal: eb('ordinal', '+', known.length), orderedBefore: 0 }))
    .where('orderId', '=', pending.id)
    .execute()
  // its own places were given back when it joined
  if (planned.ok && !(await changePlaces(ctx.db, open.id, planned.value.load)))
    throw new Error('a van is fuller than what rode on it')
  if (planned.ok) await replaceBoxes(ctx, open.id, asBoxes(planned.value.parcels, planned.value.waived))
  await ctx.db
    .insertInto('purchaseAdditions')
    .values({ purchaseId: pending.purchaseId, orderId: open.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Joining = { purchaseId: PurchaseId; number: string }

/**
 * What is ordered again before 締切 joins the existing order (transition 2): the same product at the same price is
 * increased, others become separate lines, and the farm sees one version with the change marked. The stock has already
 * been taken, and the order is locked.
 */
export async function joinOrder(ctx: Ctx, purchase: Joining, { orderId, farm, lines }: PlannedOrder): Promise<void> {
  const order = await lockOrder(ctx.db, orderId)
  const judged = checkTransition(order, 'change', 'buyer', ctx.now)
  if (!judged.ok) throw new Error(`an open order was refused: ${judged.refusal}`)
  const known = (await linesOf(ctx.db, [orderId])).get(orderId) ?? []
  const more = new Map(lines.flatMap(({ lineId, line, onto }) => (onto ? [[lineId, line.qty] as const] : [])))
  const changed = known.map((line): ChangedLine => {
    const before = reservedQuantity(line)
    return { line, before, after: before + (more.get(line.id) ?? 0) }
  })
  const fresh = lines.filter(({ onto }) => !onto)
  const version = order.version + 1
  const { eventId } = await moveOrder(ctx, order, 'change', {
    data: {
      version,
      purchase: purchase.number,
      purchaseId: purchase.purchaseId,
      addedIncYen: farm.tax.totalIncYen,
      changes: [
        ...changed.flatMap(({ line, before, after }) =>
          before === after ? [] : [{ lineId: line.id, name: line.name, before, now: after }],
        ),
        ...fresh.map(({ lineId, line }) => ({ lineId, name: line.name, before: 0, now: line.qty })),
      ],
    },
    facts: { version, changedAt: ctx.now, slot: farm.slot, note: noteOf(order.note, farm.note) },
  })
  await writeOrdered(ctx, order, changed, { eventId, stays: false, reason: '追加注文' })
  await addLines(ctx, orderId, fresh, known.length, eventId)
  await replaceBoxes(ctx, orderId, asBoxes(farm.parcels, farm.freightWaived))
  await ctx.db.insertInto('purchaseAdditions').values({ purchaseId: purchase.purchaseId, orderId }).execute()
}

async function addLines(
  ctx: Ctx,
  orderId: OrderId,
  fresh: PlannedOrder['lines'],
  after: number,
  eventId: NewQuantity['eventId'],
): Promise<void> {
  if (fresh.length === 0) return
  const rows = lineRowsFrom(orderId, fresh, after + 1)
  await ctx.db
    .insertInto('orderLines')
    .values(rows.map((row) => ({ ...row, orderedBefore: 0 })))
    .execute()
  const written: NewQuantity[] = []
  for (const { lineId, line } of fresh) {
    await recordEvent(ctx.db, ctx, {
      kind: 'line_changed',
      orderId,
      orderLineId: lineId,
      data: { before: 0, now: line.qty },
    })
    written.push({ lineId, stage: 'ordered', quantity: nominalQuantity(line.terms, line.qty), eventId })
  }
  await writeQuantities(ctx, written)
}

/** The previous note is kept. */
const noteOf = (before: string, now: string): string =>
  now === '' || before === now ? before : [before, now].filter(Boolean).join('\n').slice(0, 800)
