import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type EventId, newId, type OrderId, type ParcelId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { fitFreight } from '#modules/ordering/fit-boxes.server.ts'
import { isSent, type OrderLine, type Parcel, toSend } from '#modules/ordering/order.ts'
import { askGuards } from '#modules/ordering/order-guards.ts'
import { shortageReasons } from '#modules/ordering/order-labels.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import {
  linesOf,
  lockOrder,
  moveOrder,
  type Order,
  parcelsOf,
  writeQuantities,
} from '#modules/ordering/order-store.server.ts'
import { clearContents } from '#modules/ordering/parcel-contents.server.ts'
import { type PartialShipment, partialShipment } from '#modules/ordering/partial-shipment.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'
import { restOf } from '#modules/ordering/rest-of.ts'
import {
  expiredAmong,
  isRecalled,
  lotsOf,
  lotsOfLines,
  nameLot,
  nameLotToo,
  recalledAmong,
  todaysLot,
} from '#modules/traceability/lot.server.ts'
import { type Packed, PackedLine } from './decide-packing.ts'
import { boxesForRest, decidePart, decideRest, restDays, together } from './divide-order.ts'
import { judgeScale } from './record-weighing.server.ts'
import { decideParcels, markParcels, refuseTaken, SentParcel } from './ship-order.server.ts'

const refusalsOfPart = [
  'wrong_state',
  'unknown_line',
  'bad_quantity',
  'more_than_confirmed',
  'weight_missing',
  'weight_not_believable',
  'too_light',
  'lot_missing',
  'lot_unknown',
  'lot_recalled',
  'lot_expired',
  'not_catch_weight',
  'pieces_wrong',
  'scale_missing',
  'tracking_missing',
  'tracking_not_12_digits',
  'tracking_check_digit',
  'tracking_number_wrong',
  'carrier_unnamed',
  'tracking_page_wrong',
  'tracking_twice',
  'tracking_not_used',
  'parcel_unsaid',
  'nothing_to_ship',
  'key_reused',
] as const

/**
 * What is available is sent first, the rest by a day that the restaurant allows (transition 14). The money does not
 * change: what was shipped is stated once, when all of it has left, and the farm pays for a box that only the rest
 * needs, unless the restaurant has agreed to a second freight.
 */
export const shipPart = mutation({
  name: 'order.ship_part',
  permission: 'order.shipPart',
  input: {
    orderId: OrderIdIn,
    lines: z.array(PackedLine).min(1, '商品を1点以上指定してください。').max(500),
    // the boxes that leave now; the others leave with the rest
    parcels: z.array(SentParcel).min(1, '個口を1つ以上指定してください。').max(200),
    restOn: DayIn.describe('残りのお届け日'),
  },
  refusals: orderRefusals(
    ...refusalsOfPart,
    'rest_too_late',
    'never_divided',
    'no_rest',
    'line_whole',
    'all_or_nothing',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.shipPart', order)
    const judged = checkTransition(order, 'shipPart', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    const { lines, parcels } = await contents(ctx, order)
    const decision = decidePart(lines, input.lines)
    if (!decision.ok) return decision
    const scale = await judgeScale(ctx, order.farmId, decision.value, null)
    if (!scale.ok && scale.refusal === 'scale_missing') return refuse('scale_missing')
    const going = decision.value.filter(({ quantity }) => quantity.qty > 0)
    const boxes = parcels.filter(({ id }) => input.parcels.some(({ parcelId }) => parcelId === id))
    const sent = decideParcels(boxes, input.parcels)
    const named = await nameLots(ctx, order, decision.value, new Map())
    if (!named.ok) return named
    const lots = await lotsNow(ctx, lines)
    const unready = askGuards('shipPart', {
      moving: going.map(asLeaving),
      lots,
      boxes: sent.ok ? sent.value.map(({ parcel, sent }) => ({ parcel, sent: sent !== null })) : asIfSent(boxes),
      rest: { on: input.restOn, days: restDays(order, jstDateOf(ctx.now)) },
    })
    if (unready) return unready
    if (!sent.ok) return sent
    const taken = await refuseTaken(ctx, order.farmId, sent.value)
    if (taken) return taken
    const leaving = sent.value.filter((it) => it.sent !== null)
    const { eventId } = await moveOrder(ctx, order, 'shipPart', {
      data: { restOn: input.restOn, trackingNumbers: leaving.flatMap((it) => it.sent?.trackingNumber ?? []) },
      facts: { restOn: input.restOn },
    })
    await ctx.db
      .insertInto('partLines')
      .values(
        going.map(({ line, quantity }) => ({
          orderLineId: line.id,
          orderId: order.id,
          ...quantity,
          // one: before the rest a line has no second
          lotId: lots.get(line.id)?.[0]?.lotId ?? null,
          eventId,
          at: ctx.now,
        })),
      )
      .execute()
    await markParcels(ctx, order.farmId, leaving, { sentFirst: true })
    const left = new Map(going.map(({ line, quantity }) => [line.id, quantity]))
    await clearContents(ctx, order.id)
    await addBoxes(ctx, order, lines, parcels, { left, sent: new Set(leaving.map(({ parcel }) => parcel.id)) })
    return ok({ orderId: order.id })
  },
})

/** The rest leaves (transition 15): what was shipped of each line is the sum of both parts. */
export const shipRest = mutation({
  name: 'order.ship_rest',
  permission: 'order.ship',
  input: {
    orderId: OrderIdIn,
    lines: z.array(PackedLine).max(500).default([]),
    parcels: z.array(SentParcel).max(200),
  },
  refusals: orderRefusals(...refusalsOfPart, 'reason_missing'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.ship', order)
    if (order.state !== 'partly_shipped') return refuse('wrong_state', { state: order.state })
    const judged = checkTransition(order, 'ship', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    const { lines, parcels } = await contents(ctx, order)
    const left = await partialShipment(ctx, order.id)
    const decision = decideRest(lines, input.lines, left)
    if (!decision.ok) return decision
    const scale = await judgeScale(ctx, order.farmId, decision.value, null)
    if (!scale.ok && scale.refusal === 'scale_missing') return refuse('scale_missing')
    if (!decision.value.some(({ quantity }) => quantity.qty > 0)) return refuse('nothing_to_ship')
    const remaining = parcels.filter((parcel) => !isSent(parcel))
    const sent = decideParcels(remaining, input.parcels)
    const named = await nameLots(ctx, order, decision.value, left)
    if (!named.ok) return named
    const rest = new Map(decision.value.map(({ line, quantity }) => [line.id, quantity]))
    const whole = lines.map((line) => ({ line, quantity: together(line, left.get(line.id), rest.get(line.id)) }))
    const unready =
      askGuards('ship', { moving: whole.map(asLeaving), lots: await lotsNow(ctx, lines), boxes: asIfSent(parcels) }) ??
      askGuards('ship', {
        moving: decision.value.map(asLeaving),
        lots: new Map(decision.value.map(({ line, quantity }) => [line.id, [quantity]])),
        boxes: sent.ok ? sent.value.map(({ parcel, sent }) => ({ parcel, sent: sent !== null })) : asIfSent(remaining),
      })
    if (unready) return unready
    if (!sent.ok) return sent
    const taken = await refuseTaken(ctx, order.farmId, sent.value)
    if (taken) return taken
    const { eventId } = await moveOrder(ctx, order, 'ship', {
      data: { trackingNumbers: sent.value.flatMap((it) => it.sent?.trackingNumber ?? []) },
    })
    for (const { line, quantity } of whole)
      await writeShipped(ctx, order.id, { line, quantity }, eventId, reasonOf(decision.value, line, left))
    await markParcels(ctx, order.farmId, sent.value)
    if (whole.some(({ line, quantity }) => quantity.qty < (line.quantities.confirmed?.qty ?? 0)))
      await fitFreight(ctx, order)
    return ok({ orderId: order.id })
  },
})

/** The rest is dropped: what left first was shipped, and boxes that did not leave are not needed. */
export async function keepWhatLeft(ctx: Ctx, order: Order, eventId: EventId, reason: string): Promise<void> {
  const { lines, parcels } = await contents(ctx, order)
  const left = await partialShipment(ctx, order.id)
  for (const line of lines) {
    const quantity = together(line, left.get(line.id), undefined)
    await writeShipped(ctx, order.id, { line, quantity }, eventId, reason)
  }
  const unsent = toSend(parcels)
  await markParcels(
    ctx,
    order.farmId,
    unsent.map((parcel) => ({ parcel, sent: null })),
  )
  await fitFreight(ctx, order)
}

async function contents(ctx: Ctx, order: Order): Promise<{ lines: OrderLine[]; parcels: Parcel[] }> {
  return {
    lines: (await linesOf(ctx.db, [order.id])).get(order.id) ?? [],
    parcels: (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? [],
  }
}

type Leaving = { line: OrderLine; quantity: Packed['quantity'] }

/** In the form that the guards read: the quantity of a line, with its weight. */
const asLeaving = ({ line, quantity }: Leaving) => ({
  line: { ...line, quantities: { ...line.quantities, shipped: quantity } },
  qty: quantity.qty,
})

const asIfSent = (parcels: readonly Parcel[]) => parcels.map((parcel) => ({ parcel, sent: true }))

const lotsNow = (ctx: Ctx, lines: readonly OrderLine[]) =>
  lotsOfLines(
    ctx,
    lines.map(({ id }) => id),
  )

/** The first part replaces the lots named while packing; the rest adds its own. */
async function nameLots(
  ctx: Ctx,
  order: Order,
  packed: readonly Packed[],
  left: PartialShipment,
): Promise<Result<null, OrderingRefusal>> {
  const known = await lotsOf(
    ctx,
    packed.map(({ line }) => line.productId),
    packed.map(({ line }) => line.id),
  )
  for (const { line, quantity, lot } of packed) {
    if (lot !== 'today' && lot !== null && !known.get(line.productId)?.some(({ id }) => id === lot))
      return refuse('lot_unknown', { line: line.id })
    const lotId = lot === 'today' && quantity.qty > 0 ? await todaysLot(ctx, order.farmId, line.productId) : lot
    if (lotId === 'today') continue
    if (lotId && (await isRecalled(ctx, lotId))) return refuse('lot_recalled', { line: line.id })
    if (lotId && (await expiredAmong(ctx, [{ lotId }]))) return refuse('lot_expired', { line: line.id })
    if (!left.has(line.id)) {
      // by default the lot named while packing stays, and may have been recalled since
      const before = lotId === null && quantity.qty > 0 ? ((await lotsNow(ctx, [line])).get(line.id) ?? []) : []
      if (await recalledAmong(ctx, before)) return refuse('lot_recalled', { line: line.id })
      if (await expiredAmong(ctx, before)) return refuse('lot_expired', { line: line.id })
      await nameLot(ctx, line.id, lotId, quantity.qty)
    } else if (quantity.qty > 0) {
      if (lotId === null) return refuse('lot_missing', { line: line.id })
      await nameLotToo(ctx, line.id, lotId, quantity.qty)
    }
  }
  return ok(null)
}

async function addBoxes(
  ctx: Ctx,
  order: Order,
  lines: readonly OrderLine[],
  parcels: readonly Parcel[],
  gone: { left: PartialShipment; sent: ReadonlySet<ParcelId> },
): Promise<void> {
  const extra = boxesForRest(lines, parcels, gone)
  let ordinal = Math.max(0, ...parcels.map((parcel) => parcel.ordinal))
  for (const { like, temperature } of extra) {
    const model = parcels.find(({ id }) => id === like)
    if (!model) continue
    ordinal += 1
    await ctx.db
      .insertInto('parcels')
      .values({
        id: newId<'parcel'>(),
        orderId: order.id,
        ordinal,
        temperature,
        sizeClass: model.sizeClass,
        freightYen: model.freightYen,
        coolYen: model.coolYen,
        waived: model.waived || !order.partFreight,
        carrier: null,
        trackingNumber: null,
        shippedAt: null,
        unusedAt: null,
        forRest: true,
      })
      .execute()
  }
}

async function writeShipped(
  ctx: Ctx,
  orderId: OrderId,
  { line, quantity }: Leaving,
  eventId: EventId,
  reason: string | null,
): Promise<void> {
  const { shipped, confirmed } = line.quantities
  if (!confirmed || (shipped?.qty === quantity.qty && shipped.grams === quantity.grams)) return
  const isShort = quantity.qty < (shipped ?? confirmed).qty
  const lineEvent = isShort
    ? await recordEvent(ctx.db, ctx, {
        kind: 'line_short',
        orderId,
        orderLineId: line.id,
        ...(reason && { reason }),
        data: { before: shipped, now: quantity },
      })
    : eventId
  const said = reason ?? (shipped ? '一部を先に出荷しました' : null)
  await writeQuantities(ctx, [{ lineId: line.id, stage: 'shipped', quantity, reason: said, eventId: lineEvent }])
}

function reasonOf(packed: readonly Packed[], line: OrderLine, left: PartialShipment): string | null {
  const said = packed.find((it) => it.line.id === line.id)
  return said?.reason && said.quantity.qty < restOf(line, left) ? shortageReasons[said.reason] : null
}
