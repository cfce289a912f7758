import { type RawBuilder, sql } from 'kysely'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category } from '#kernel/enums.ts'
import type { FarmId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { PaymentTerms } from '#kernel/payment-terms.ts'
import { tellApart } from '#kernel/tell-apart.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { closingBefore, closingOf, periodStart } from '#modules/banking/closing-day.ts'
import { dueDate } from '#modules/banking/due-date.ts'
import { periodSettlesAt } from '#modules/ordering/order-process.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'

export type PeriodSoFar = {
  fromOn: JstDate
  /** Its closing day; and when its invoice will be due. */
  toOn: JstDate
  dueOn: JstDate
  /** From this day on nothing of it changes any more, and its invoice is issued. */
  settlesOn: JstDate
  /** Of final orders and corrections that no invoice holds yet, with tax. */
  finalYen: Yen
  /** Of orders that are on their way or wait for inspection, with tax, as they stand now. */
  openYen: Yen
  openOrders: number
}

export type CurrentPeriod = PeriodSoFar & {
  /** The goods of both without tax, the largest first. */
  byFarm: { name: string; yen: Yen }[]
  byCategory: { category: Category; yen: Yen }[]
  /** The period before it, from its closing day until its invoice is issued. */
  settling: PeriodSoFar | null
}

/** Lines of one category and farm, added up: those of all final orders, or those of one open order and tax rate. */
type Goods = {
  orderId: OrderId | null
  farmId: FarmId
  farm: string
  place: string
  category: Category
  percent: number | null
  yen: Yen
}
type OfOpenOrder = { orderId: OrderId; percent: number; yen: Yen }

/** The period that runs today: what the next invoice of the caller's restaurant comes to so far. */
export const currentPeriod = query('billing.see', async (ctx: Ctx, terms: PaymentTerms): Promise<CurrentPeriod> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'billing.see', { restaurantId })
  const { closingDay } = await ctx.db
    .selectFrom('restaurants')
    .select('closingDay')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const today = jstDateOf(ctx.now)
  const toOn = closingOf(today, closingDay)
  const before = closingBefore(today, closingDay)
  // what became known after its invoice goes with the period that runs
  const closed = await ctx.db
    .selectFrom('closings')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .where('toOn', '>=', before)
    .executeTakeFirst()
  const of = async (afterOn: JstDate | null, toOn: JstDate) => {
    const goods = await goodsOf(ctx, restaurantId, afterOn, toOn)
    const freight = await openFreight(ctx, restaurantId, afterOn, toOn)
    const open = Map.groupBy([...goods.flatMap(ofOpenOrder), ...freight], ({ orderId }) => orderId)
    const period: PeriodSoFar = {
      fromOn: periodStart(toOn, closingDay),
      toOn,
      dueOn: dueDate(toOn, terms, 'next'),
      settlesOn: jstDateOf(periodSettlesAt(toOn)),
      finalYen: await finalOf(ctx, restaurantId, afterOn, toOn),
      openYen: sumYen(
        [...open.values()].map(
          (ofOrder) => taxOfDocument(ofOrder.map(({ yen, percent }) => ({ amountYen: yen, percent }))).totalIncYen,
        ),
      ),
      openOrders: open.size,
    }
    return { period, goods }
  }
  const settling = closed ? null : (await of(null, before)).period
  const { period, goods } = await of(settling && before, toOn)
  return {
    ...period,
    byFarm: ofFarms(goods),
    byCategory: added(goods, ({ category }) => category).map(([category, yen]) => ({ category, yen })),
    settling: settling && (settling.finalYen !== 0 || settling.openOrders > 0) ? settling : null,
  }
})

const deliveryOn = sql.ref('o.delivery_on')
/**
 * A from and where clause: charges `h` of a restaurant that no invoice holds yet, of these days. Here and below `offset 0` has rows
 * looked up one by one: PostgreSQL would otherwise read those of the whole market once there are some thousand.
 */
const fromUnbilled = (restaurantId: RestaurantId, afterOn: JstDate | null, toOn: JstDate) => sql`
  unclosed_charges u cross join lateral (select order_id, kind, total_yen from charges where id = u.charge_id offset 0) h
  where u.party_id = ${restaurantId} and ${within(sql.ref('u.supplied_on'), afterOn, toOn)}`
/** Of rows `o` of orders: agreed or asked for, and not final yet. A restaurant's orders without a total have an index. */
const isOpen = sql`(o.total_inc_yen is null and o.state in ('placed', 'accepted', 'proposed', 'preparing', 'partly_shipped',
  'shipped', 'delivered', 'inspected'))`

/** A day of a column that lies in the period: after a day, or from the beginning on. */
const within = (column: RawBuilder<unknown>, afterOn: JstDate | null, toOn: JstDate) =>
  sql`(${column} <= ${toOn} and (${afterOn}::date is null or ${column} > ${afterOn}::date))`

async function finalOf({ db }: Ctx, restaurantId: RestaurantId, afterOn: JstDate | null, toOn: JstDate): Promise<Yen> {
  const { rows } = await sql<{ yen: string }>`
    select coalesce(sum(h.total_yen), 0) as yen from ${fromUnbilled(restaurantId, afterOn, toOn)}`.execute(db)
  return yen(Number(rows[0]?.yen ?? 0))
}

async function goodsOf(
  { db }: Ctx,
  restaurantId: RestaurantId,
  afterOn: JstDate | null,
  toOn: JstDate,
): Promise<Goods[]> {
  const { rows } = await sql<Omit<Goods, 'yen'> & { yen: string }>`
    select o.open_id as "orderId", f.id as "farmId", f.name as farm, f.city as place, l.category,
           case when o.open_id is not null then l.tax_percent end as percent,
           sum(case when o.state = 'finalized' or l.billed_yen is not null then coalesce(l.billed_yen, 0)
                    when l.free then 0
                    when l.catch_weight then floor(l.price_yen::bigint
                      * coalesce(l.received_grams, l.shipped_grams, l.confirmed_grams, l.ordered_grams) / 1000)
                    else l.price_yen::bigint * coalesce(l.received_qty, l.shipped_qty, l.confirmed_qty, l.ordered_qty, 0)
                      - yen_of_missing(l.price_yen, l.received_missing, l.received_missing_of) end) as yen
      from (select o.id, o.farm_id, o.state, case when ${isOpen} then o.id end as open_id from orders o
             where o.id in (
               select o.id from orders o
                where o.restaurant_id = ${restaurantId} and ${isOpen} and ${within(deliveryOn, afterOn, toOn)}
               union all
               select h.order_id from ${fromUnbilled(restaurantId, afterOn, toOn)} and h.kind = 'sale')) o
      join farms f on f.id = o.farm_id
      cross join lateral (select * from order_lines l where l.order_id = o.id offset 0) l
     group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
}

const ofOpenOrder = ({ orderId, percent, yen }: Goods): OfOpenOrder[] =>
  orderId === null || percent === null ? [] : [{ orderId, percent, yen }]

async function openFreight(
  { db }: Ctx,
  restaurantId: RestaurantId,
  afterOn: JstDate | null,
  toOn: JstDate,
): Promise<OfOpenOrder[]> {
  const { rows } = await sql<Omit<OfOpenOrder, 'yen'> & { yen: string }>`
    select o.id as "orderId", o.freight_tax_percent as percent, sum(p.freight_yen + p.cool_yen) as yen
      from orders o join parcels p on p.order_id = o.id
     where o.restaurant_id = ${restaurantId} and ${isOpen} and ${within(deliveryOn, afterOn, toOn)}
       and not p.waived and p.unused_at is null
     group by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
}

/** Farms of one name are told apart. */
function ofFarms(goods: readonly Goods[]): CurrentPeriod['byFarm'] {
  const farms = new Map(goods.map(({ farmId, farm, place }) => [farmId, { id: farmId, name: farm, place }]))
  const names = tellApart([...farms.values()])
  return added(goods, ({ farmId }) => farmId).map(([farmId, yen]) => ({ name: names.get(farmId) ?? '', yen }))
}

const added = <Key>(goods: readonly Goods[], keyOf: (some: Goods) => Key): [Key, Yen][] =>
  [...Map.groupBy(goods, keyOf)]
    .map(([key, ofKey]): [Key, Yen] => [key, sumYen(ofKey.map(({ yen }) => yen))])
    .filter(([, amount]) => amount > 0)
    .toSorted(([, a], [, b]) => b - a)
