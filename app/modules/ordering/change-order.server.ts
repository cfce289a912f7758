import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type OrderId, type OrderLineId, type ParcelId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, OrderIdIn, Quantity } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'
import { ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { lockStock, noteReservations, releaseStock, reserveStock } from '#modules/products/catalog/stock.server.ts'
import { acceptByItself, endByInstruction } from './accept-order.server.ts'
import {
  type ChangedLine,
  type ChangedOrder,
  decideChange,
  type Known,
  type LineFacts,
  planOrder,
} from './change-order.ts'
import { holdFarms, holdRestaurant } from './hold-places.server.ts'
import { figuresOf, type OrderFigures, type OrderLine, type Parcel } from './order.ts'
import { OrderVersion } from './order-input.ts'
import { checkTransition } from './order-process.ts'
import { requireSignedIn } from './order-queries.server.ts'
import {
  linesOf,
  lockOrder,
  moveOrder,
  type NewQuantity,
  type Order,
  parcelsOf,
  toOrder,
  writeQuantities,
} from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'

const wanted = {
  orderId: OrderIdIn,
  version: OrderVersion.describe('見ていた注文の version。その間に変わっていたら断ります'),
  lines: z
    .array(Body({ lineId: IdOf<'orderLine'>('品'), qty: Quantity(0) }))
    .min(1, '変える品を、ひとつ以上入れてください。')
    .max(500)
    .describe('これからの数。0はやめる。書かない品はそのまま'),
}
type Wanted = InputOf<typeof wanted>

const refusalsOfChange = [
  'wrong_state',
  'too_late',
  'changed_meanwhile',
  'nothing_changed',
  'nothing_left',
  'below_minimum',
  'above_maximum',
  'wrong_step',
  'not_listed',
  'below_min_order',
  'below_price_step',
  'too_big_to_ship',
  'unknown_line',
] as const satisfies OrderingRefusal[]

/**
 * The restaurant changes its order, until 締切 (transition 2, window W1): quantities are absolute, the price of each line
 * stays as agreed, boxes and freight are planned again. What the farm had accepted stays accepted where it only
 * decreases (2a); increases have to be answered again, and the farm sees one version with the change marked.
 */
export const changeOrder = mutation({
  name: 'order.change',
  permission: 'order.change',
  input: wanted,
  refusals: orderRefusals(...refusalsOfChange, 'out_of_stock', 'over_order_limit', 'key_reused'),
  run: async (ctx, input) => {
    const seen = await seenOrder(ctx, input.orderId)
    const buyer = requireBuyer(ctx.actor)
    const { orderLimitYen: limit } = await holdRestaurant(ctx, buyer)
    await holdFarms(ctx, [seen.farmId])
    const order = await lockOrder(ctx.db, input.orderId)
    const change = await plan(ctx, order, input)
    if (!change.ok) return change
    const { name, planned } = change.value
    if (limit !== null && planned.grows && planned.ceilingIncYen > limit) return refuse('over_order_limit', { limit })
    const missing = await moveStock(ctx, order, planned.lines)
    if (missing.length > 0) return refuse('out_of_stock', { products: missing })

    const version = order.version + 1
    const { order: moved, eventId } = await moveOrder(ctx, order, name, {
      data: { version, changes: planned.lines.flatMap(told) },
      facts: { version, changedAt: ctx.now },
    })
    await writeOrdered(ctx, order, planned.lines, { eventId, stays: name === 'reduce', reason: 'お店が変えました' })
    await replaceBoxes(ctx, order.id, planned.parcels, planned.waived)
    if (moved.state === 'placed' && (await acceptsByItself(ctx, order))) await acceptByItself(ctx, order.id)
    return ok({ orderId: order.id, version })
  },
})

export type ChangePreview = { before: OrderFigures; after: OrderFigures; lines: readonly ChangedLine[] }

/** The effect of a change on boxes and money, without doing it. */
export const previewChange = repeatable({
  name: 'order.preview_change',
  permission: 'order.change',
  input: wanted,
  refusals: orderRefusals(...refusalsOfChange),
  run: async (ctx, input): Promise<Result<ChangePreview, OrderingRefusal>> => {
    const order = await seenOrder(ctx, input.orderId)
    const change = await plan(ctx, order, input)
    if (!change.ok) return change
    const { planned } = change.value
    const [lines, parcels] = [await linesOf(ctx.db, [order.id]), await parcelsOf(ctx.db, [order.id])]
    return ok({
      lines: planned.lines,
      before: figuresOf(order, lines.get(order.id) ?? [], parcels.get(order.id) ?? []),
      after: figuresOf(
        { ...order, state: 'placed' },
        planned.lines.map(asOrdered),
        planned.parcels.map(asParcel(planned)),
      ),
    })
  },
})

const asOrdered = ({ line, after }: ChangedLine): OrderLine => ({
  ...line,
  quantities: { ...line.quantities, ordered: nominalQuantity(line, after), confirmed: null },
})

const asParcel =
  ({ waived }: ChangedOrder) =>
  (box: FreightLine, index: number): Parcel => ({
    id: newId<'parcel'>() as ParcelId,
    ordinal: index + 1,
    temperature: box.temperature,
    sizeClass: box.size,
    freightYen: box.freightYen,
    coolYen: box.coolYen,
    waived,
    carrier: null,
    trackingNumber: null,
    unused: false,
    sentFirst: false,
    forRest: false,
  })

/** Read without a lock: a change locks restaurant and farm first, as placing an order does. */
async function seenOrder(ctx: Ctx, orderId: OrderId): Promise<Order> {
  requireSignedIn(ctx)
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  const order = toOrder(row)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.change', order)
  return order
}

async function plan(
  ctx: Ctx,
  order: Order,
  { version, lines: wanted }: Pick<Wanted, 'version' | 'lines'>,
): Promise<Result<{ name: 'change' | 'reduce'; planned: ChangedOrder }, OrderingRefusal>> {
  const inTime = checkTransition(order, 'change', actorKindOf(ctx.actor), ctx.now)
  if (!inTime.ok) return inTime
  if (order.version !== version) return refuse('changed_meanwhile')
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const planned = decideChange(lines, wanted, await knownOf(ctx, order))
  if (!planned.ok) return planned
  const name = planned.value.grows || order.state === 'placed' ? 'change' : 'reduce'
  const judged = checkTransition(order, name, actorKindOf(ctx.actor), ctx.now)
  return judged.ok ? ok({ name, planned: planned.value }) : judged
}

/**
 * The increase is not available, because the farm says so or did not answer (transition 5a): the order returns to what
 * the farm had accepted, and never less than that.
 */
export const keepOrder = mutation({
  name: 'order.keep',
  permission: 'order.keep',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'never_accepted', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    return keepLocked(ctx, order)
  },
})

export async function keepLocked(ctx: Ctx, order: Order): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  authorize(ctx.actor, 'order.keep', order)
  const judged = checkTransition(order, 'keep', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const kept = lines.map((line): ChangedLine => {
    const before = reservedQuantity(line)
    return { line, before, after: Math.min(before, line.quantities.confirmed?.qty ?? 0) }
  })
  if (kept.every(({ after }) => after === 0)) return nothingKept(ctx, order, kept)
  await moveStock(ctx, order, kept)
  const version = order.version + 1
  const { eventId } = await moveOrder(ctx, order, 'keep', {
    data: { version, changes: kept.flatMap(told) },
    facts: { version },
  })
  await writeOrdered(ctx, order, kept, { eventId, stays: true, reason: '前に確定した数にもどりました' })
  await ctx.db.updateTable('orderLines').set({ orderedBefore: null }).where('orderId', '=', order.id).execute()
  // never refused: it was accepted like this before
  const planned = planOrder(kept, await knownOf(ctx, order))
  if (planned.ok) await replaceBoxes(ctx, order.id, planned.value.parcels, planned.value.waived)
  return ok({ orderId: order.id })
}

/**
 * The chef had removed everything that was accepted, and what they added instead is not available: the order is
 * cancelled (6, then 8).
 */
async function nothingKept(
  ctx: Ctx,
  order: Order,
  kept: readonly ChangedLine[],
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  const reason = 'ふえた分を受けられず、ほかの品は取りやめになっていました'
  const going = kept.filter(({ before }) => before > 0)
  const { order: asked } = await moveOrder(ctx, order, 'propose', {
    data: { until: ctx.now.toISOString() },
    facts: {
      proposal: { lines: going.map(({ line }) => ({ lineId: line.id, stated: 0, reason, substitute: null })) },
      proposalDueAt: ctx.now,
    },
  })
  await endByInstruction(ctx, asked, 'system', reason)
  return ok({ orderId: order.id })
}

const told = ({ line, before, after }: ChangedLine) =>
  before === after ? [] : [{ lineId: line.id, name: line.name, before, now: after }]

/**
 * Takes stock for increases and returns it for decreases; all rows are locked first, which avoids deadlock between two
 * changes.
 */
export async function moveStock(ctx: Ctx, order: Order, lines: readonly ChangedLine[]) {
  const moving = lines.filter(({ before, after }) => before !== after)
  await lockStock(ctx.db, [...new Set(moving.map(({ line }) => line.productId))])
  const grown = moving.flatMap(({ line, before, after }) =>
    after > before
      ? [{ productId: line.productId, qty: after - before, orderLineId: line.id, shipOn: order.shipOn }]
      : [],
  )
  const missing = await reserveStock(ctx, grown)
  if (missing.length > 0) return missing
  if (grown.length > 0) await noteReservations(ctx, grown)
  await releaseStock(
    ctx,
    moving.map(({ line, before, after }) => ({
      productId: line.productId,
      qty: before - after,
      orderLineId: line.id,
    })),
  )
  return missing
}

type Writing = { eventId: NewQuantity['eventId']; stays: boolean; reason: string }

/**
 * Writes the new ordered quantities. `stays`: the order remains accepted, so the farm's promise decreases with it. A
 * line of which the farm had confirmed less is from now on ordered as confirmed: nothing more is held for it.
 */
export async function writeOrdered(
  ctx: Ctx,
  order: Order,
  lines: readonly ChangedLine[],
  { eventId, stays, reason }: Writing,
): Promise<void> {
  const written: NewQuantity[] = []
  for (const { line, before, after } of lines) {
    const { ordered, confirmed } = line.quantities
    const quantity = nominalQuantity(line, after)
    const lineEvent =
      before === after
        ? eventId
        : await recordEvent(ctx.db, ctx, {
            kind: 'line_changed',
            orderId: order.id,
            orderLineId: line.id,
            data: { before, now: after },
          })
    const mustShrink = confirmed !== null && confirmed.qty > after
    if (mustShrink || (stays && confirmed?.qty !== after))
      written.push({
        lineId: line.id,
        stage: 'confirmed',
        quantity,
        reason: confirmed ? reason : null,
        eventId: lineEvent,
      })
    if (ordered?.qty !== after)
      written.push({ lineId: line.id, stage: 'ordered', quantity, reason, eventId: lineEvent })
    if (before !== after)
      await ctx.db
        .updateTable('orderLines')
        .set({
          ceilingYen: ceilingOf(line, Math.max(1, after)),
          orderedBefore: sql<number>`coalesce(ordered_before, ${before})`,
        })
        .where('id', '=', line.id)
        .execute()
  }
  await writeQuantities(ctx, written)
}

/** Nothing has left yet, so the boxes are only a plan. */
export async function replaceBoxes(
  ctx: Ctx,
  orderId: OrderId,
  boxes: readonly FreightLine[],
  waived: boolean,
): Promise<void> {
  await ctx.db.deleteFrom('parcels').where('orderId', '=', orderId).execute()
  if (boxes.length === 0) return
  await ctx.db
    .insertInto('parcels')
    .values(
      boxes.map((box, index) => ({
        id: newId<'parcel'>() as ParcelId,
        orderId,
        ordinal: index + 1,
        temperature: box.temperature,
        sizeClass: box.size,
        freightYen: box.freightYen,
        coolYen: box.coolYen,
        waived,
        carrier: null,
        trackingNumber: null,
        shippedAt: null,
        unusedAt: null,
      })),
    )
    .execute()
}

/** The current data of the farm and the catalogue about the products of an order, and both ends of its route. */
export async function knownOf(ctx: Ctx, order: Order): Promise<Known> {
  const rows = await ctx.db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .select([
      'orderLines.id',
      'products.minQty',
      'products.maxQty',
      'products.orderStep',
      'products.status',
      'products.sizePoints',
      'products.grossGrams',
      'products.airAllowed',
      'farms.status as farmStatus',
      'farms.prefectureCode',
      'farms.freeFreightFromYen',
      'farms.minOrderYen',
    ])
    .select(goodsLapsed().as('lapsed'))
    .where('orderLines.orderId', '=', order.id)
    .execute()
  const [first] = rows
  if (!first) throw new Error(`an order without lines: ${order.id}`)
  return {
    place: {
      farmZone: zoneOfPrefecture(first.prefectureCode),
      kitchenZone: zoneOfPrefecture(order.shipTo.prefectureCode),
      freeFreightFromYen: first.freeFreightFromYen,
      minOrderYen: first.minOrderYen,
      freightTaxPercent: order.freightTaxPercent,
    },
    lines: new Map(
      rows.map((row): [OrderLineId, LineFacts] => [
        row.id,
        {
          minQty: row.minQty,
          maxQty: row.maxQty,
          orderStep: row.orderStep,
          listed: row.status === 'listed' && row.farmStatus === 'approved' && !row.lapsed,
          sizePoints: row.sizePoints,
          grossGrams: row.grossGrams,
          airAllowed: row.airAllowed,
        },
      ]),
    ),
  }
}

async function acceptsByItself(ctx: Ctx, order: Order): Promise<boolean> {
  const farm = await ctx.db
    .selectFrom('farms')
    .select('autoAccept')
    .where('id', '=', order.farmId)
    .executeTakeFirstOrThrow()
  return farm.autoAccept
}
