import { sql } from 'kysely'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId, OrderLineId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, Quantity } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation, query } from '#modules/audit-log/use-case.server.ts'
import { lockStock } from '#modules/products/catalog/stock.server.ts'
import { acceptLocked, releaseHeld, shortageLocked } from './accept-order.server.ts'
import { type Allocated, allocate, type Claim } from './allocate.ts'
import { lineWithoutMoney } from './hide-money.ts'
import { type Instruction, instructionOf } from './instruction.ts'
import type { OrderLine } from './order.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, toOrder } from './order-store.server.ts'
import { orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** How many of this product were really available for the boxes of that day. */
const question = { productId: IdOf<'product'>('商品'), shipOn: DayIn, available: Quantity(0) }
type HarvestQuestion = InputOf<typeof question>

export type SharedLine = {
  orderId: OrderId
  lineId: OrderLineId
  restaurant: string
  accepted: boolean
  wanted: number
  allocated: Allocated
  instruction: Instruction
}

export type HarvestShare = {
  product: { name: string; packLabel: string; unitLabel: string; picture: string }
  wanted: number
  /** How many are reserved in addition for orders whose restaurant has been asked and has not answered yet. */
  kept: number
  lines: SharedLine[]
}

/** A regular: three or more orders shipped to this restaurant within two months. Our choice. */
const regularOrders = 3
const regularDays = 60

/** How a short harvest would be divided, and what every chef has allowed; a preview. */
export const harvestShare = query('harvest.allot', async (ctx, question: HarvestQuestion): Promise<HarvestShare> => {
  const product = await ownProduct(ctx, question.productId)
  const open = await openLines(ctx, question)
  const kept = await keptForAsked(ctx, question)
  const shares = divide(question.available - kept, open)
  return {
    product,
    kept,
    wanted: open.reduce((sum, { line }) => sum + reservedQuantity(line), 0),
    lines: open.map(({ order, line, restaurant }) => ({
      orderId: order.id,
      lineId: line.id,
      restaurant,
      accepted: order.state === 'accepted',
      wanted: reservedQuantity(line),
      allocated: shares.get(line.id) ?? { qty: 0, of: {} },
      instruction: instructionOf(can(ctx.actor, 'order_money.see', order) ? line : lineWithoutMoney(line)),
    })),
  }
})

/** The number of orders that are reduced, that are asked about, and that end; `late`: their time to answer was over. */
type Done = { shortened: number; asked: number; ended: number; late: number }

/**
 * Divides it: for each order that gets less, the lower quantity is confirmed, or its instruction decides, or the chef
 * is asked (transitions 3, 6 and 6a), all in one transaction. What was not harvested does not return to stock.
 */
export const shareHarvest = mutation({
  name: 'harvest.share',
  permission: 'harvest.allot',
  input: question,
  refusals: orderRefusals('nothing_to_divide', 'enough_for_all', 'key_reused'),
  run: async (ctx, input) => {
    await ownProduct(ctx, input.productId)
    const { available } = input
    if (!Number.isSafeInteger(available) || available < 0) return refuse('bad_quantity')
    const open = await openLines(ctx, input, true)
    if (open.length === 0) return refuse('nothing_to_divide')
    const wanted = open.reduce((sum, { line }) => sum + reservedQuantity(line), 0)
    const kept = await keptForAsked(ctx, input)
    if (wanted <= available - kept) return refuse('enough_for_all')
    const shares = divide(available - kept, open)
    const done: Done = { shortened: 0, asked: 0, ended: 0, late: 0 }
    const short = open
      .map((it) => ({ ...it, qty: shares.get(it.line.id)?.qty ?? 0 }))
      .filter(({ line, qty }) => qty < reservedQuantity(line))
    await holdGoods(ctx, short)
    // an order is answered once for all its lines: after the first answer it differs from what was read
    for (const [order, lines] of Map.groupBy(short, ({ order }) => order)) {
      done[await shorten(ctx, order, lines)]++
    }
    await recordEvent(ctx.db, ctx, {
      kind: 'harvest_allotted',
      aboutProductId: input.productId,
      aboutFarmId: requireFarm(ctx.actor).farmId,
      data: { shipOn: input.shipOn, available, wanted, kept, late: done.late, shares: Object.fromEntries(shares) },
    })
    return ok(done)
  },
})

/**
 * Locks the stock of all their products, in the order in which a checkout does: orders that end return several of them.
 */
async function holdGoods(ctx: Ctx, short: readonly OpenLine[]): Promise<void> {
  const lines = await linesOf(ctx.db, [...new Set(short.map(({ order }) => order.id))])
  await lockStock(ctx.db, [...new Set([...lines.values()].flat().map(({ productId }) => productId))])
}

/** `late`: its time to answer has passed meanwhile, and the timer handles it. */
async function shorten(
  ctx: Ctx,
  order: Order,
  short: readonly { line: OrderLine; qty: number }[],
): Promise<keyof Done> {
  const said = short.map(({ line, qty }) => ({ lineId: line.id, qty, reason: 'harvest' as const }))
  const answer = order.state === 'placed' ? acceptLocked : shortageLocked
  const answered = await answer(ctx, order, said, { gone: true })
  if (answered.ok) return ({ settled: 'shortened', ask: 'asked', end: 'ended' } as const)[answered.value.outcome]
  if (answered.refusal !== 'nothing_confirmed') return 'late'
  // nothing would be left of it: the farm cannot accept it
  if (!checkTransition(order, 'decline', actorKindOf(ctx.actor), ctx.now).ok) return 'late'
  await moveOrder(ctx, order, 'decline', { reason: '収穫不足' })
  await releaseHeld(ctx, order, new Map(short.map(({ line, qty }) => [line.id, qty])))
  return 'ended'
}

type OpenLine = { order: Order; line: OrderLine; restaurant: string; regular: boolean; newcomer: boolean }

const divide = (available: number, open: readonly OpenLine[]): Map<OrderLineId, Allocated> =>
  allocate(
    Math.max(0, available),
    open.map(
      ({ order, line, regular, newcomer }): Claim<OrderLineId> => ({
        id: line.id,
        wanted: reservedQuantity(line),
        contract: 0,
        regular,
        newcomer,
        placedAt: order.placedAt,
      }),
    ),
  )

/**
 * The lines of this product that leave on that day and are not packed yet; locked in a fixed order, if they are to be
 * changed.
 */
async function openLines(ctx: Ctx, { productId, shipOn }: HarvestQuestion, lock = false): Promise<OpenLine[]> {
  const { farmId } = requireFarm(ctx.actor)
  const ids = await ctx.db
    .selectFrom('orders')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['orders.id', 'orders.restaurantId', 'restaurants.name as restaurant'])
    .where('orders.farmId', '=', farmId)
    .where('orders.shipOn', '=', shipOn)
    .where('orders.state', 'in', ['placed', 'accepted'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orderLines')
          .select('orderLines.id')
          .whereRef('orderLines.orderId', '=', 'orders.id')
          .where('orderLines.productId', '=', productId),
      ),
    )
    .orderBy('orders.id')
    .execute()
  const known = await knownRestaurants(
    ctx,
    ids.map((row) => row.restaurantId),
  )
  const open: OpenLine[] = []
  for (const { id, restaurantId, restaurant } of ids) {
    const order = lock ? await lockOrder(ctx.db, id) : await readOrder(ctx, id)
    if (order.state !== 'placed' && order.state !== 'accepted') continue
    const lines = (await linesOf(ctx.db, [id])).get(id) ?? []
    const before = known.get(restaurantId) ?? { ever: 0, lately: 0 }
    for (const line of lines)
      if (line.productId === productId && reservedQuantity(line) > 0)
        open.push({ order, line, restaurant, regular: before.lately >= regularOrders, newcomer: before.ever === 0 })
  }
  return open
}

/** What may still have to be sent to restaurants that have been asked: the offered quantity, or all that is held. */
async function keptForAsked(ctx: Ctx, { productId, shipOn }: HarvestQuestion): Promise<number> {
  const rows = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('farmId', '=', requireFarm(ctx.actor).farmId)
    .where('shipOn', '=', shipOn)
    .where('state', '=', 'proposed')
    .execute()
  const lines = await linesOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.reduce((sum, { id, proposal }) => {
    const ofProduct = (lines.get(id) ?? []).filter((line) => line.productId === productId)
    const keptOf = (line: OrderLine) =>
      proposal?.lines.find(({ lineId }) => lineId === line.id)?.stated ?? reservedQuantity(line)
    return sum + ofProduct.reduce((kept, line) => kept + keptOf(line), 0)
  }, 0)
}

const readOrder = async (ctx: Ctx, id: OrderId): Promise<Order> =>
  toOrder(await ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** How often each of them has received something from this farm: ever, and in the last two months. */
async function knownRestaurants(ctx: Ctx, ids: readonly RestaurantId[]) {
  if (ids.length === 0) return new Map<RestaurantId, { ever: number; lately: number }>()
  const { farmId } = requireFarm(ctx.actor)
  const since = addDays(jstDateOf(ctx.now), -regularDays)
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['restaurantId', sql<number>`count(*)::int`.as('ever')])
    .select(sql<number>`count(*) filter (where ship_on >= ${since}::date)::int`.as('lately'))
    .where('farmId', '=', farmId)
    .where('restaurantId', 'in', ids)
    .where('state', 'in', ['shipped', 'delivered', 'inspected', 'finalized'])
    .groupBy('restaurantId')
    .execute()
  return new Map(rows.map(({ restaurantId, ever, lately }) => [restaurantId, { ever, lately }]))
}

async function ownProduct(ctx: Ctx, productId: ProductId): Promise<HarvestShare['product']> {
  const { farmId } = requireFarm(ctx.actor)
  const row = await ctx.db
    .selectFrom('products')
    .select(['farmId', 'name', 'packLabel', 'unitLabel', 'picture'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  seeOrNotFound(ctx.actor, 'goods.see', { farmId: row.farmId })
  authorize(ctx.actor, 'harvest.allot', { farmId })
  return { name: row.name, packLabel: row.packLabel, unitLabel: row.unitLabel, picture: row.picture }
}
