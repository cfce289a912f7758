import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, KitchenId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { amountOf, ceilingOf, type LineTerms, nominalQuantity } from '#modules/pricing/line-terms.ts'
import type { OpenLine, OpenOrder } from './open-order.ts'

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
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.state',
      'orders.farm_id',
      'orders.delivery_on',
      'orders.ship_on',
      'orders.slot',
      'orders.freight_tax_percent',
      'order_lines.id as line_id',
      'order_lines.product_id',
      'order_lines.ordered_qty',
      'order_lines.confirmed_qty',
      'order_lines.ordered_before',
      'order_lines.price_yen',
      'order_lines.catch_weight',
      'order_lines.nominal_grams',
      'order_lines.tolerance_percent',
      'order_lines.tax_percent',
      'order_lines.on_shortage',
      'order_lines.shortage_terms',
      'order_lines.temperature',
      'products.size_points',
      'products.gross_grams',
    ])
    .select((is) =>
      is
        .selectFrom('parcels')
        .select(sql<number>`coalesce(sum(freight_yen + cool_yen), 0)::int`.as('yen'))
        .whereRef('parcels.order_id', '=', 'orders.id')
        .where('waived', '=', false)
        .as('freight_yen'),
    )
    .where('orders.kitchen_id', '=', kitchenId)
    .where('orders.farm_id', 'in', farmIds)
    .where('orders.state', 'in', ['placed', 'accepted', 'proposed'])
    .where('orders.cutoff_at', '>=', ctx.now)
    .orderBy('orders.id')
    .orderBy('order_lines.ordinal')
    .execute()
  const byFarm = new Map<FarmId, OpenOrder[]>()
  for (const ofOrder of Map.groupBy(rows, (row) => row.id).values()) {
    const [row] = ofOrder
    if (!row) continue
    const open: OpenOrder = {
      orderId: row.id,
      number: row.number,
      asked: row.state === 'proposed',
      deliveryOn: row.delivery_on,
      shipOn: row.ship_on,
      slot: row.slot,
      freightYen: yen(row.freight_yen ?? 0),
      freightTaxPercent: row.freight_tax_percent,
      lines: ofOrder.map(toLine),
    }
    byFarm.set(row.farm_id, [...(byFarm.get(row.farm_id) ?? []), open])
  }
  return byFarm
}

type Row = {
  line_id: OpenLine['lineId']
  product_id: OpenLine['productId']
  ordered_qty: number | null
  confirmed_qty: number | null
  ordered_before: number | null
  price_yen: LineTerms['priceYen']
  catch_weight: boolean
  nominal_grams: LineTerms['nominalGrams']
  tolerance_percent: number | null
  tax_percent: number
  on_shortage: OpenLine['onShortage']
  shortage_terms: OpenLine['shortageTerms']
  temperature: OpenLine['temperature']
  size_points: number
  gross_grams: OpenLine['grossGrams']
}

function toLine(row: Row): OpenLine {
  // a line that the farm has confirmed less of counts as confirmed; changes since then count as ordered
  const qty = (row.confirmed_qty !== null && row.ordered_before === null ? row.confirmed_qty : row.ordered_qty) ?? 0
  const terms: LineTerms = {
    catchWeight: row.catch_weight,
    nominalGrams: row.nominal_grams,
    tolerancePercent: row.tolerance_percent,
    priceYen: row.price_yen,
    taxPercent: row.tax_percent,
  }
  return {
    lineId: row.line_id,
    productId: row.product_id,
    qty,
    priceYen: row.price_yen,
    onShortage: row.on_shortage,
    shortageTerms: row.shortage_terms,
    temperature: row.temperature,
    sizePoints: row.size_points,
    grossGrams: row.gross_grams,
    amountYen: amountOf(terms, nominalQuantity(terms, qty)),
    ceilingYen: ceilingOf(terms, qty),
    taxPercent: row.tax_percent,
  }
}
