import type { Ctx } from '#authorization/ctx.ts'
import { newId, type OrderLineId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { amountOf, ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { noteReservations, releaseStock, reserveStock } from '#modules/products/catalog/stock.server.ts'
import type { Offer, Settled } from './decide-shortage.ts'
import { fitFreight } from './fit-boxes.server.ts'
import { instructionOf, instructionText } from './instruction.ts'
import type { OrderLine } from './order.ts'
import { type NewQuantity, type Order, writeQuantities } from './order-store.server.ts'
import { reservedQuantity } from './reserved-quantity.ts'

type Written = {
  order: Order
  settled: readonly Settled[]
  /** The step that the quantities belong to. */
  eventId: NewQuantity['eventId']
  /** What was not harvested does not return to stock: it does not exist. What exists and is not wanted does. */
  gone?: boolean
}

/**
 * Writes the result for every line: how much is confirmed, who decided, what substitutes it; and returns what is not
 * needed to stock. Clears the marks of a change: the farm has answered it. Freight follows what is confirmed.
 */
export async function writeSettled(ctx: Ctx, { order, settled, eventId, gone = false }: Written): Promise<void> {
  const written: NewQuantity[] = []
  for (const it of settled) {
    const { line, stated, confirmed } = it
    const held = reservedQuantity(line)
    const about = { orderId: order.id, orderLineId: line.id }
    const lineEvent =
      stated < held && it.by !== 'chef'
        ? await recordEvent(ctx.db, ctx, {
            kind: 'line_confirmed_less',
            ...about,
            reason: it.reason ?? undefined,
            data: { ordered: held, stated },
          })
        : eventId
    if (confirmed < stated)
      await recordEvent(ctx.db, ctx, {
        kind: 'line_dropped',
        ...(it.by === 'instruction' && { as: 'instruction' as const }),
        ...about,
        reason: it.by === 'chef' ? '回答により' : `欠品時の指示「${instructionText(instructionOf(line))}」`,
        data: { stated, confirmed },
      })
    const before = line.quantities.confirmed
    if (before?.qty === confirmed) continue
    written.push({
      lineId: line.id,
      stage: 'confirmed',
      quantity: nominalQuantity(line, confirmed),
      reason: before ? (it.reason ?? '注文が変更されたため') : null,
      eventId: lineEvent,
    })
  }
  await writeQuantities(ctx, written)
  await releaseStock(
    ctx,
    settled.map(({ line, stated, confirmed }) => ({
      productId: line.productId,
      qty: (gone ? stated : reservedQuantity(line)) - confirmed,
      orderLineId: line.id,
    })),
  )
  await ctx.db
    .updateTable('orderLines')
    .set({ orderedBefore: null })
    .where('orderId', '=', order.id)
    .where('orderedBefore', 'is not', null)
    .execute()
  await countShort(ctx, order, settled)
  for (const { line, offer } of settled) if (offer) await addSubstitute(ctx, order, line, offer)
  if (settled.some(({ line, confirmed }) => confirmed < reservedQuantity(line))) await fitFreight(ctx, order)
}

/** The farm is the cause: what is not sent, less what comes instead, still counts for free freight. */
async function countShort(ctx: Ctx, order: Order, settled: readonly Settled[]): Promise<void> {
  const shortYen = settled.reduce((sum, { line, confirmed, offer }) => {
    const lost = amountOf(line, nominalQuantity(line, reservedQuantity(line) - confirmed))
    return sum + lost - (offer ? amountOf(offer.terms, nominalQuantity(offer.terms, offer.qty)) : 0)
  }, 0)
  if (shortYen > 0)
    await ctx.db
      .updateTable('orders')
      .set(({ eb }) => ({ shortGoodsYen: eb('shortGoodsYen', '+', yen(shortYen)) }))
      .where('id', '=', order.id)
      .execute()
}

/** A substitute is a separate line, at its current price; its availability was checked before the decision. */
async function addSubstitute(ctx: Ctx, order: Order, line: OrderLine, offer: Offer): Promise<void> {
  const lineId = newId<'orderLine'>()
  const reservation = { productId: offer.productId, qty: offer.qty, orderLineId: lineId, shipOn: order.shipOn }
  const missing = await reserveStock(ctx, [reservation])
  if (missing.length > 0) throw new Error(`what comes instead is not there: ${offer.productId}`)
  await ctx.db
    .insertInto('orderLines')
    .columns([
      'id',
      'orderId',
      'ordinal',
      'productId',
      'name',
      'packLabel',
      'unitLabel',
      'picture',
      'category',
      'temperature',
      'catchWeight',
      'nominalGrams',
      'tolerancePercent',
      'priceYen',
      'taxPercent',
      'ceilingYen',
      'onShortage',
      'substituteFor',
    ])
    .expression((is) =>
      is
        .selectFrom('products')
        .select([
          is.val(lineId).as('id'),
          is.val(order.id).as('orderId'),
          is
            .selectFrom('orderLines')
            .select((last) => last(last.fn.max('ordinal'), '+', 1).as('next'))
            .where('orderId', '=', order.id)
            .as('ordinal'),
          'products.id as productId',
          'name',
          'packLabel',
          'unitLabel',
          'picture',
          'category',
          'temperature',
          'catchWeight',
          is.val(offer.terms.nominalGrams).as('nominalGrams'),
          is.val(offer.terms.tolerancePercent).as('tolerancePercent'),
          is.val(offer.terms.priceYen).as('priceYen'),
          is.val(offer.terms.taxPercent).as('taxPercent'),
          is.val(ceilingOf(offer.terms, offer.qty)).as('ceilingYen'),
          is.val('drop_line').as('onShortage'),
          is.val(line.id).as('substituteFor'),
        ])
        .where('products.id', '=', offer.productId),
    )
    .execute()
  await noteReservations(ctx, [reservation])
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'line_substituted',
    as: 'instruction',
    orderId: order.id,
    orderLineId: lineId,
    reason: `「${line.name}」の代替品（${instructionText(instructionOf(line))}）`,
    data: { now: nominalQuantity(offer.terms, offer.qty) },
  })
  const quantity = nominalQuantity(offer.terms, offer.qty)
  await writeQuantities(
    ctx,
    (['ordered', 'confirmed'] as const).map((stage) => ({
      lineId: lineId satisfies OrderLineId,
      stage,
      quantity,
      eventId,
    })),
  )
}
