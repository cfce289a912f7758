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

type Line = {
  orderId: OrderId
  farmId: FarmId
  farm: string
  place: string
  category: Category
  percent: number
  yen: Yen
  open: boolean
}

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
    const lines = await linesOf(ctx, restaurantId, afterOn, toOn)
    const freight = await openFreight(ctx, restaurantId, afterOn, toOn)
    const open = Map.groupBy([...lines.filter((line) => line.open), ...freight], ({ orderId }) => orderId)
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
    return { period, lines }
  }
  const settling = closed ? null : (await of(null, before)).period
  const { period, lines } = await of(settling && before, toOn)
  return {
    ...period,
    byFarm: ofFarms(lines),
    byCategory: added(lines, ({ category }) => category).map(([category, yen]) => ({ category, yen })),
    settling: settling && (settling.finalYen !== 0 || settling.openOrders > 0) ? settling : null,
  }
})

const suppliedOn = sql.ref('h.supplied_on')
const deliveryOn = sql.ref('o.delivery_on')
/** Of rows `h` of charges. */
const unbilled = sql`not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant')`
/** Of rows `o` of orders: agreed or asked for, and not final yet. A restaurant's orders without a total have an index. */
const isOpen = sql`(o.total_inc_yen is null and o.state in ('placed', 'accepted', 'proposed', 'preparing', 'partly_shipped',
  'shipped', 'delivered', 'inspected'))`

/** A day of a column that lies in the period: after a day, or from the beginning on. */
const within = (column: RawBuilder<unknown>, afterOn: JstDate | null, toOn: JstDate) =>
  sql`(${column} <= ${toOn} and (${afterOn}::date is null or ${column} > ${afterOn}::date))`

async function finalOf({ db }: Ctx, restaurantId: RestaurantId, afterOn: JstDate | null, toOn: JstDate): Promise<Yen> {
  const { rows } = await sql<{ yen: string }>`
    select coalesce(sum(h.total_yen), 0) as yen from charges h
     where h.restaurant_id = ${restaurantId} and ${within(suppliedOn, afterOn, toOn)} and ${unbilled}`.execute(db)
  return yen(Number(rows[0]?.yen ?? 0))
}

async function linesOf(
  { db }: Ctx,
  restaurantId: RestaurantId,
  afterOn: JstDate | null,
  toOn: JstDate,
): Promise<Line[]> {
  const { rows } = await sql<Omit<Line, 'yen'> & { yen: string }>`
    select o.id as "orderId", f.id as "farmId", f.name as farm, f.city as place, l.category, l.tax_percent as percent, ${isOpen} as open,
           case when o.state = 'finalized' then coalesce(l.billed_yen, 0)
                when l.free then 0
                when l.catch_weight then floor(l.price_yen::bigint
                  * coalesce(l.received_grams, l.shipped_grams, l.confirmed_grams, l.ordered_grams) / 1000)
                else l.price_yen::bigint * coalesce(l.received_qty, l.shipped_qty, l.confirmed_qty, l.ordered_qty, 0)
                  - yen_of_missing(l.price_yen, l.received_missing, l.received_missing_of)
           end as yen
      from orders o join order_lines l on l.order_id = o.id join farms f on f.id = o.farm_id
     where o.id in (
       select o.id from orders o
        where o.restaurant_id = ${restaurantId} and ${isOpen} and ${within(deliveryOn, afterOn, toOn)}
       union all
       select h.order_id from charges h
        where h.restaurant_id = ${restaurantId} and h.kind = 'sale' and ${within(suppliedOn, afterOn, toOn)} and ${unbilled})`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
}

async function openFreight(
  { db }: Ctx,
  restaurantId: RestaurantId,
  afterOn: JstDate | null,
  toOn: JstDate,
): Promise<Pick<Line, 'orderId' | 'percent' | 'yen'>[]> {
  const { rows } = await sql<{ orderId: OrderId; percent: number; yen: string }>`
    select o.id as "orderId", o.freight_tax_percent as percent, sum(p.freight_yen + p.cool_yen) as yen
      from orders o join parcels p on p.order_id = o.id
     where o.restaurant_id = ${restaurantId} and ${isOpen} and ${within(deliveryOn, afterOn, toOn)}
       and not p.waived and p.unused_at is null
     group by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)) }))
}

/** Farms of one name are told apart. */
function ofFarms(lines: readonly Line[]): CurrentPeriod['byFarm'] {
  const farms = new Map(lines.map(({ farmId, farm, place }) => [farmId, { id: farmId, name: farm, place }]))
  const names = tellApart([...farms.values()])
  return added(lines, ({ farmId }) => farmId).map(([farmId, yen]) => ({ name: names.get(farmId) ?? '', yen }))
}

const added = <Key>(lines: readonly Line[], keyOf: (line: Line) => Key): [Key, Yen][] =>
  [...Map.groupBy(lines, keyOf)]
    .map(([key, ofKey]): [Key, Yen] => [key, sumYen(ofKey.map(({ yen }) => yen))])
    .filter(([, amount]) => amount > 0)
    .toSorted(([, a], [, b]) => b - a)
