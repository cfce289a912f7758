import type { Ctx } from '#authorization/ctx.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import type { LineTerms } from '#modules/pricing/line-terms.ts'
import { ceilingOf } from '#modules/pricing/line-terms.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { heldElsewhere } from '#modules/products/catalog/checkout-holds.server.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { openWindows } from '#modules/products/catalog/harvest/reserve-harvest.server.ts'
import { existForOrders, termsForOrders } from '#modules/products/catalog/price-terms.server.ts'
import { lockStock } from '#modules/products/catalog/stock.server.ts'
import type { Offer } from './decide-shortage.ts'
import { instructionOf } from './instruction.ts'
import type { OrderLine } from './order.ts'
import { linesOf, type Order } from './order-store.server.ts'

type Said = { lineId: OrderLineId; substitute?: { productId: ProductId; qty: number } | null }

/** The farm's substitutes, at their current prices; products of another farm or not on sale are ignored. */
export async function offersOf(ctx: Ctx, order: Order, said: readonly Said[]): Promise<Map<OrderLineId, Offer>> {
  const wanted = said.flatMap(({ lineId, substitute }) =>
    substitute && Number.isSafeInteger(substitute.qty) && substitute.qty > 0 ? [{ lineId, ...substitute }] : [],
  )
  const goods = await goodsOf(
    ctx,
    order,
    wanted.map(({ productId }) => productId),
  )
  return new Map(
    wanted.flatMap(({ lineId, productId, qty }) => {
      const found = goods.get(productId)
      return found ? [[lineId, { productId, name: found.name, qty, terms: found.termsOf(qty) }] as const] : []
    }),
  )
}

type Asked = {
  lines: readonly Pick<OrderLine, 'productId'>[]
  settled: readonly { offer: Offer | null }[]
}

/**
 * The substitutes of which there are not enough for the boxes of that day. Locks the stock of all products of the
 * order, in the order in which a checkout does, so the result stays valid.
 */
export async function notToBeHad(ctx: Ctx, order: Order, { lines, settled }: Asked): Promise<ProductId[]> {
  const wanted = new Map<ProductId, number>()
  for (const { offer } of settled)
    if (offer) wanted.set(offer.productId, (wanted.get(offer.productId) ?? 0) + offer.qty)
  await lockStock(ctx.db, [...new Set([...lines.map(({ productId }) => productId), ...wanted.keys()])])
  if (wanted.size === 0) return []
  const ids = [...wanted.keys()]
  const rows = await ctx.db
    .selectFrom('products')
    .innerJoin('productStock', 'productStock.productId', 'products.id')
    .select(['products.id', 'availableQty', heldElsewhere(ctx).as('held')])
    .where('products.id', 'in', ids)
    .execute()
  const windows = await openWindows(ctx, ids)
  return ids.filter((id) => {
    const stock = rows.find((row) => row.id === id)
    const harvests = windows.get(id)
    const harvest = harvests?.find(({ from, to }) => from <= order.shipOn && order.shipOn <= to)
    const left = harvests ? (harvest?.left ?? 0) : Number.POSITIVE_INFINITY
    return Math.min(stock ? stock.availableQty - stock.held : 0, left) < (wanted.get(id) ?? 0)
  })
}

export type Substitute = { productId: ProductId; name: string; unitLabel: string; most: number }

/** By line of an order that the reader may see: what the chef allows the farm to send instead, and how much at most. */
export const substitutesFor = query(
  'public',
  async (ctx, order: Order, lines: readonly OrderLine[]): Promise<Map<OrderLineId, Substitute[]>> => {
    if (!lines.some(({ onShortage }) => onShortage === 'substitute')) return new Map()
    // the reader's lines may come without the limits (hide-money.ts)
    const stored = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const allowed = stored.flatMap((line) => {
      const instruction = instructionOf(line)
      return instruction.kind === 'substitute' ? [{ line, instruction }] : []
    })
    const goods = await goodsOf(
      ctx,
      order,
      allowed.flatMap(({ instruction }) => instruction.products),
    )
    return new Map(
      allowed.map(({ line, instruction }) => [
        line.id,
        instruction.products.flatMap((productId) => {
          const found = goods.get(productId)
          if (!found || found.temperature !== line.temperature) return []
          const one = ceilingOf(found.termsOf(1), 1)
          const most = Math.min(found.availableQty, Math.floor(instruction.maxYen / one))
          return most > 0 ? [{ productId, name: found.name, unitLabel: found.unitLabel, most }] : []
        }),
      ]),
    )
  },
)

async function goodsOf(ctx: Ctx, order: Order, ids: readonly ProductId[]) {
  if (ids.length === 0) return new Map<ProductId, never>()
  const rates = await taxRates(ctx)
  const rows = await ctx.db
    .selectFrom('products')
    .innerJoin('productStock', 'productStock.productId', 'products.id')
    .innerJoin('orders', (join) => join.on('orders.id', '=', order.id))
    .select([
      'products.id',
      'products.name',
      'unitLabel',
      'temperature',
      'taxKind',
      'priceYen as listYen',
      'catchWeight',
      'netGrams',
      'tolerancePercent',
      'availableQty',
    ])
    .select(() => {
      const { tiers, own } = termsForOrders('products', ctx.now)
      return [tiers.as('tiers'), own.as('own')]
    })
    .where('products.id', 'in', ids)
    .where('products.farmId', '=', order.farmId)
    .where('products.status', '=', 'listed')
    .where(existForOrders('products'))
    .where(({ not }) => not(goodsLapsed()))
    .execute()
  return new Map(
    rows.map((row) => {
      const termsOf = (qty: number): LineTerms => ({
        catchWeight: row.catchWeight,
        nominalGrams: row.catchWeight ? row.netGrams : null,
        tolerancePercent: row.catchWeight ? row.tolerancePercent : null,
        priceYen: agreedPrice(qty, row).priceYen,
        taxPercent: resolveTaxPercent(rates, row.taxKind, order.deliveryOn),
      })
      const { name, unitLabel, temperature, availableQty } = row
      return [row.id, { name, unitLabel, temperature, availableQty, termsOf }] as const
    }),
  )
}
