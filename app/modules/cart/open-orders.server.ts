import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, KitchenId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { amountOf, ceilingOf, type LineTerms, nominalQuantity } from '#modules/pricing/line-terms.ts'
import type { OpenLine, OpenOrder } from './open-order.ts'

/** In the text of the statement, so that it is planned once and reads the index of these states. */
const stillOpen = [sql.lit('placed' as const), sql.lit('accepted' as const), sql.lit('proposed' as const)]

/**
 * The kitchen's orders that may still be extended, now or after an answer, by farm: one query, and none if the cart is
 * empty.
 */
export async function openOrdersOf(
  ctx: Ctx,
  kitchenId: KitchenId,
  farmIds: readonly FarmId[],
): Promise<Map<FarmId, OpenOrder[]>> {
  if (farmIds.length === 0) return new Map()
  return openByFarm(
    await openOrderRows(ctx).where('orders.kitchenId', '=', kitchenId).where('orders.farmId', 'in', farmIds).execute(),
  )
}

/** Of every kitchen and farm; the caller restricts whose. */
export const openOrderRows = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  ctx.db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .select([
      'orders.id',
      'orders.number',
      'orders.state',
      'orders.farmId',
      'orders.deliveryOn',
      'orders.shipOn',
      'orders.slot',
      'orders.way',
      'orders.freightTaxPercent',
      'orders.shortGoodsYen',
      'orderLines.id as lineId',
      'orderLines.productId',
      'orderLines.orderedQty',
      'orderLines.confirmedQty',
      'orderLines.orderedBefore',
      'orderLines.priceYen',
      'orderLines.catchWeight',
      'orderLines.nominalGrams',
      'orderLines.tolerancePercent',
      'orderLines.taxPercent',
      'orderLines.onShortage',
      'orderLines.shortageTerms',
      'orderLines.temperature',
      'products.sizePoints',
      'products.ownCarton',
      'products.grossGrams',
      'products.netGrams',
    ])
    .select((is) =>
      is
        .selectFrom('runOrders')
        .select('runId')
        .whereRef('runOrders.orderId', '=', 'orders.id')
        .where('releasedAt', 'is', null)
        .as('runId'),
    )
    .select((is) =>
      is
        .selectFrom('parcels')
        .select(sql<number>`coalesce(sum(freight_yen + cool_yen), 0)::int`.as('yen'))
        .whereRef('parcels.orderId', '=', 'orders.id')
        .where('waived', '=', false)
        .where('unusedAt', 'is', null)
        .as('freightYen'),
    )
    .where('orders.state', 'in', stillOpen)
    .where('orders.cutoffAt', '>=', ctx.now)
    .orderBy('orders.id')
    .orderBy('orderLines.ordinal')

type OpenRow = Awaited<ReturnType<ReturnType<typeof openOrderRows>['execute']>>[number]

export function openByFarm(rows: readonly OpenRow[]): Map<FarmId, OpenOrder[]> {
  const byFarm = new Map<FarmId, OpenOrder[]>()
  for (const ofOrder of Map.groupBy(rows, (row) => row.id).values()) {
    const [row] = ofOrder
    if (!row) continue
    const open: OpenOrder = {
      orderId: row.id,
      number: row.number,
      asked: row.state === 'proposed',
      deliveryOn: row.deliveryOn,
      shipOn: row.shipOn,
      slot: row.slot,
      ...(row.runId && { runId: row.runId }),
      wayId: row.way?.id ?? null,
      freightYen: yen(row.freightYen ?? 0),
      freightTaxPercent: row.freightTaxPercent,
      shortGoodsYen: row.shortGoodsYen,
      lines: ofOrder.map(toLine),
    }
    byFarm.set(row.farmId, [...(byFarm.get(row.farmId) ?? []), open])
  }
  return byFarm
}

type Row = {
  lineId: OpenLine['lineId']
  productId: OpenLine['productId']
  orderedQty: number | null
  confirmedQty: number | null
  orderedBefore: number | null
  priceYen: LineTerms['priceYen']
  catchWeight: boolean
  nominalGrams: LineTerms['nominalGrams']
  tolerancePercent: number | null
  taxPercent: number
  onShortage: OpenLine['onShortage']
  shortageTerms: OpenLine['shortageTerms']
  temperature: OpenLine['temperature']
  sizePoints: number
  ownCarton: boolean
  grossGrams: OpenLine['grossGrams']
  netGrams: OpenLine['netGrams']
}

function toLine(row: Row): OpenLine {
  // a line that the farm has confirmed less of counts as confirmed; changes since then count as ordered
  const qty = (row.confirmedQty !== null && row.orderedBefore === null ? row.confirmedQty : row.orderedQty) ?? 0
  const terms: LineTerms = {
    catchWeight: row.catchWeight,
    nominalGrams: row.nominalGrams,
    tolerancePercent: row.tolerancePercent,
    priceYen: row.priceYen,
    taxPercent: row.taxPercent,
  }
  return {
    lineId: row.lineId,
    productId: row.productId,
    qty,
    priceYen: row.priceYen,
    onShortage: row.onShortage,
    shortageTerms: row.shortageTerms,
    temperature: row.temperature,
    sizePoints: row.sizePoints,
    ownCarton: row.ownCarton,
    grossGrams: row.grossGrams,
    netGrams: row.netGrams,
    amountYen: amountOf(terms, nominalQuantity(terms, qty)),
    ceilingYen: ceilingOf(terms, qty),
    taxPercent: row.taxPercent,
  }
}
