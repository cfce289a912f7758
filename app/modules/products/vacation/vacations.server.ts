import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrderState } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { type FarmId, type Id, newId, type OrderId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf, weekdayOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, DayIn, IdOf, OrderIdIn, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { declineOrder } from '#modules/ordering/end-order.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import { checkRest, type Rest, restText } from './vacation.ts'

type VacationId = Id<'vacation'>
type OwnVacation = Rest & { id: VacationId; note: string }

/** Current and future vacations of the farm. */
export const ownVacations = query('goods.see', async (ctx: Ctx): Promise<OwnVacation[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return vacationsFrom(ctx.db, farmId, jstDateOf(ctx.now))
})

const vacationsFrom = (db: DbOrTx, farmId: FarmId, today: JstDate): Promise<OwnVacation[]> =>
  db
    .selectFrom('farmVacations')
    .select(['id', 'fromOn as from', 'toOn as to', 'note'])
    .where('farmId', '=', farmId)
    .where('toOn', '>=', today)
    .orderBy('fromOn')
    .execute()

export type HitOrder = {
  id: OrderId
  number: string
  restaurant: string
  shipOn: JstDate
  deliveryOn: JstDate
  state: OrderState
  /** Not answered yet, so it can still be declined; accepted orders are shipped. */
  mayDecline: boolean
}

const underWay = ['placed', 'accepted', 'proposed', 'preparing'] as const satisfies readonly OrderState[]

/** Orders that would have to leave on these days. */
export const ordersHitBy = query('goods.see', (ctx: Ctx, { from, to }: Rest) => openOrders(ctx, from, to))

/** A shipping week: the weekdays on which the farm ships, and whether it does on public holidays. */
export type ShippingWeek = { shipWeekdays: readonly number[]; shipsOnHolidays: boolean }

/** Orders that would have to leave on a day on which the farm ships now and would no longer. */
export async function ordersHitByWeek(
  ctx: Ctx,
  { was, next }: { was: ShippingWeek; next: ShippingWeek },
): Promise<HitOrder[]> {
  const open = await openOrders(ctx, jstDateOf(ctx.now), null)
  return open.filter(({ shipOn }) => shipsOn(was, shipOn) && !shipsOn(next, shipOn))
}

const shipsOn = ({ shipWeekdays, shipsOnHolidays }: ShippingWeek, day: JstDate): boolean =>
  shipWeekdays.includes(weekdayOf(day)) && (shipsOnHolidays || !isHoliday(day))

async function openOrders(ctx: Ctx, from: JstDate, to: JstDate | null): Promise<HitOrder[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['orders.id', 'number', 'restaurants.name as restaurant', 'shipOn', 'deliveryOn', 'state'])
    .where('orders.farmId', '=', farmId)
    .where('shipOn', '>=', from)
    .$if(to !== null, (query) => query.where('shipOn', '<=', to ?? from))
    .where('state', 'in', underWay)
    .orderBy('shipOn')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, mayDecline: row.state === 'placed' }))
}

/** What becomes of each open order: it is shipped all the same, or declined. */
export const OrderFates = z
  .array(Body({ id: OrderIdIn, fate: z.enum(['ship', 'decline']) }))
  .max(500)
  .default([])
type Fates = z.output<typeof OrderFates>
export type Fate = Fates[number]['fate']

export const fatesOf = (orders: Fates): ReadonlyMap<OrderId, Fate> => new Map(orders.map(({ id, fate }) => [id, fate]))

const storeVacation = mutation({
  name: 'vacation.add',
  permission: 'farm.describe',
  input: {
    from: DayIn,
    to: DayIn,
    note: Text(0, 60).default('').describe('飲食店にも表示されます'),
    orders: OrderFates,
  },
  refusals: goodsRefusals('vacation_overlaps', 'vacation_past', 'vacation_too_far', 'open_orders', 'key_reused'),
  run: async (ctx, { from, to, note, orders }) => {
    const { db } = ctx
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    await lockFarm(db, farmId)
    const today = jstDateOf(ctx.now)
    const refused = checkRest({ from, to }, await vacationsFrom(db, farmId, today), today)
    if (refused) return refuse(refused.refusal, { period: refused.period ?? '' })
    const hit = await ordersHitBy(ctx, { from, to })
    if (hit.some(({ id }) => !orders.some((order) => order.id === id))) return refuse('open_orders', { orders: hit })
    const id = newId<'vacation'>()
    await db.insertInto('farmVacations').values({ id, farmId, fromOn: from, toOn: to, note }).execute()
    await recordEvent(db, ctx, { kind: 'vacation_added', aboutFarmId: farmId, data: { from, to, note } })
    return ok({ id, declined: 0 })
  },
})

/**
 * Adds a vacation: no delivery day is offered for which products would have to leave on these days. Existing orders
 * have to be decided one by one: they are shipped all the same, or declined, with the vacation as the reason. While one
 * of them is undecided nothing is changed. The orders are declined after the vacation is stored, each in a transaction
 * of its own.
 */
export const addVacation: typeof storeVacation = Object.assign(
  async (ctx: Ctx, input: Parameters<typeof storeVacation>[1]) => {
    const hit = await ordersHitBy(ctx, input)
    const done = await storeVacation(ctx, input)
    if (!done.ok) return done
    const { key, note, orders } = input
    const why = () => `${restText(input)}のため${note ? `（${note}）` : ''}`
    const declined = await declineHit(ctx, { hit, fates: fatesOf(orders), key, why })
    return ok({ ...done.value, declined })
  },
  { declaration: storeVacation.declaration },
)

/**
 * Declines orders that were not accepted yet and will not be shipped, with a reason that the chef reads. Returns how
 * many.
 */
export async function declineHit(
  ctx: Ctx,
  {
    hit,
    fates,
    key,
    why,
  }: { hit: readonly HitOrder[]; fates: ReadonlyMap<OrderId, Fate>; key: string; why: (order: HitOrder) => string },
): Promise<number> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'farm.describe', { farmId })
  let declined = 0
  for (const order of hit)
    if (order.mayDecline && fates.get(order.id) === 'decline') {
      const ended = await declineOrder(ctx, { orderId: order.id, key: `${key}-${order.id}`, reason: why(order) })
      if (ended.ok) declined += 1
    }
  return declined
}

/** Removes a vacation; one that is gone already stays so. */
export const removeVacation = repeatable({
  name: 'vacation.remove',
  permission: 'farm.describe',
  input: { id: IdOf<'vacation'>('休業') },
  refusals: goodsRefusals(),
  run: async (ctx, { id }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      await lockFarm(db, farmId)
      const gone = await db
        .deleteFrom('farmVacations')
        .where('id', '=', id)
        .where('farmId', '=', farmId)
        .returning(['fromOn as from', 'toOn as to'])
        .executeTakeFirst()
      if (gone) await recordEvent(db, ctx, { kind: 'vacation_removed', aboutFarmId: farmId, data: gone })
    })
    return ok(null)
  },
})

/** Prevents two concurrent members from adding the same days twice. */
async function lockFarm(db: DbOrTx, farmId: FarmId): Promise<void> {
  const farm = await db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().executeTakeFirst()
  if (!farm) throw new NotFound('farm')
}
