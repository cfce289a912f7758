import { type RawBuilder, sql } from 'kysely'
import { authorize, requireBuyer, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, LotId, OrderId, OrderLineId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { LotFilter } from './lot-filter.ts'
import { requireSignedIn } from './signed-in.ts'

/** One harvest of one product, and how much of it has left the farm. */
export type LotRow = {
  id: LotId
  farmId: FarmId
  farm: string
  code: string
  name: string
  unit: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  /** The quantity, if the farm has stated it. */
  qty: number | null
  note: string
  sentQty: number
  restaurants: number
  recalledAt: Date | null
}

/** Where a list continues: after this lot. */
export type LotCursor = { on: JstDate; id: LotId }
type Page<Row, Next> = { rows: Row[]; next: Next | null }

/** The farm's own lots, newest harvest first. */
export const farmLots = query(
  'lots.see',
  async (ctx: Ctx, asked: LotFilter & { after: LotCursor | null; limit: number }): Promise<Page<LotRow, LotCursor>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'lots.see', { farmId })
    const conditions = [sql`l.farm_id = ${farmId}`]
    if (asked.words)
      conditions.push(sql`(l.code like ${beginning(asked.words)} or l.product_id in (
      select id from products where farm_id = ${farmId} and (name ilike ${within(asked.words)} or kana ilike ${within(asked.words)})))`)
    return lotPage(ctx, conditions, asked)
  },
)

/** Lots of all farms, for staff: by the beginning of the code, or by the farm's name. */
export const allLots = query(
  'lots.list_all',
  async (ctx: Ctx, asked: LotFilter & { after: LotCursor | null; limit: number }): Promise<Page<LotRow, LotCursor>> => {
    authorize(ctx.actor, 'lots.list_all', null)
    const conditions: Condition[] = []
    // codes contain digits; so only the matching index is used, and never both
    if (/\d/.test(asked.words)) conditions.push(sql`l.code like ${beginning(asked.words)}`)
    else if (asked.words)
      conditions.push(sql`l.farm_id = any (array(
      select id from farms where name ilike ${within(asked.words)} or kana ilike ${within(asked.words)} limit 50))`)
    return lotPage(ctx, conditions, asked)
  },
)

type Condition = RawBuilder<unknown>

async function lotPage(
  ctx: Ctx,
  conditions: readonly Condition[],
  { on, after, limit }: { on: JstDate | null; after: LotCursor | null; limit: number },
): Promise<Page<LotRow, LotCursor>> {
  const where = [
    ...conditions,
    ...(on ? [sql`l.harvested_on = ${on}::date`] : []),
    ...(after ? [sql`(l.harvested_on, l.id) < (${after.on}::date, ${after.id}::uuid)`] : []),
  ]
  const { rows } = await sql<LotRow>`
    with page as materialized (
      select l.* from lots l ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
       order by l.harvested_on desc, l.id desc limit ${limit + 1})
    select ${lotColumns} from page l ${joined} order by l.harvested_on desc, l.id desc`.execute(ctx.db)
  const last = rows[limit - 1]
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit && last ? { on: last.harvestedOn, id: last.id } : null,
  }
}

const lotColumns = sql`l.id, l.farm_id as "farmId", f.name as farm, l.code, p.name, p.unit_label as unit,
  l.harvested_on as "harvestedOn", l.best_before_on as "bestBeforeOn", l.qty, l.note, sent.qty as "sentQty",
  sent.restaurants, l.recalled_at as "recalledAt"`
const joined = sql`join products p on p.id = l.product_id join farms f on f.id = l.farm_id
  cross join lateral (select coalesce(sum(s.qty), 0)::int as qty, count(distinct s.restaurant_id)::int as restaurants
                        from sent_lots s where s.lot_id = l.id) sent`

/** One delivery of a lot: to which kitchen, of which order, on which day, how many, what was received. */
export type LotDelivery = {
  lineId: OrderLineId
  orderId: OrderId
  number: string
  restaurantId: RestaurantId
  restaurant: string
  kitchenId: KitchenId
  kitchen: string
  phone: string
  shipOn: JstDate
  deliveryOn: JstDate
  qty: number
  unit: string
  /** Of the whole line; null: not inspected yet. */
  receivedQty: number | null
  trackingNumbers: string[]
}
export type DeliveryCursor = { on: JstDate; id: OrderLineId }

/** One lot, and who received it, newest delivery first. */
export const lotDetail = query(
  'lots.see',
  async (
    ctx: Ctx,
    id: LotId,
    { after = null, limit = 100 }: { after?: DeliveryCursor | null; limit?: number } = {},
  ): Promise<{ lot: LotRow; deliveries: LotDelivery[]; next: DeliveryCursor | null }> => {
    requireSignedIn(ctx)
    const lot = await oneLot(ctx, id)
    const { rows } = await sql<LotDelivery>`
    select s.order_line_id as "lineId", s.order_id as "orderId", s.number, s.restaurant_id as "restaurantId",
           r.name as restaurant, s.kitchen_id as "kitchenId", k.name as kitchen, k.phone, s.ship_on as "shipOn",
           s.delivery_on as "deliveryOn", s.qty, s.unit_label as unit, s.received_qty as "receivedQty",
           array(select tracking_number from parcels b where b.order_id = s.order_id and b.tracking_number is not null
                  order by b.ordinal) as "trackingNumbers"
      from sent_lots s join restaurants r on r.id = s.restaurant_id join kitchens k on k.id = s.kitchen_id
     where s.lot_id = ${id} ${after ? sql`and (s.delivery_on, s.order_line_id) < (${after.on}::date, ${after.id}::uuid)` : sql``}
     order by s.delivery_on desc, s.order_line_id desc limit ${limit + 1}`.execute(ctx.db)
    const last = rows[limit - 1]
    const next = rows.length > limit && last ? { on: last.deliveryOn, id: last.lineId } : null
    return { lot, deliveries: rows.slice(0, limit), next }
  },
)

async function oneLot(ctx: Ctx, id: LotId): Promise<LotRow> {
  const { rows } = await sql<LotRow>`select ${lotColumns} from lots l ${joined} where l.id = ${id}`.execute(ctx.db)
  const [lot] = rows
  if (!lot) throw new NotFound('lot')
  seeOrNotFound(ctx.actor, 'lots.see', lot)
  return lot
}

/** A lot of one line, as the restaurant received it. */
export type ReceivedLot = {
  lotId: LotId
  code: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  name: string
  unit: string
  qty: number
  orderId: OrderId
  number: string
  deliveryOn: JstDate
  farm: string
  kitchen: string
  recalled: boolean
}
export type ReceivedCursor = { on: JstDate; id: OrderId }

/** The restaurant's deliveries by lot, newest first; pages are counted in orders. */
export const receivedLots = query(
  'received_lots.see',
  async (
    ctx: Ctx,
    asked: LotFilter & { after: ReceivedCursor | null; limit: number },
  ): Promise<Page<ReceivedLot, ReceivedCursor>> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'received_lots.see', { restaurantId })
    const { words, on, after, limit } = asked
    const named = words
      ? sql`and (s.code like ${beginning(words)} or s.name ilike ${within(words)} or f.name ilike ${within(words)})`
      : sql``
    const { rows } = await sql<ReceivedLot>`
    with page as materialized (
      select o.id, o.delivery_on from orders o join farms f on f.id = o.farm_id
       where o.restaurant_id = ${restaurantId}
         ${on ? sql`and o.delivery_on = ${on}::date` : sql``}
         ${after ? sql`and (o.delivery_on, o.id) < (${after.on}::date, ${after.id}::uuid)` : sql``}
         and exists (select from sent_lots s where s.order_id = o.id ${named})
       order by o.delivery_on desc, o.id desc limit ${limit + 1})
    select s.lot_id as "lotId", s.code, s.harvested_on as "harvestedOn", s.best_before_on as "bestBeforeOn", s.name,
           s.unit_label as unit, s.qty, s.order_id as "orderId", s.number, s.delivery_on as "deliveryOn", f.name as farm,
           k.name as kitchen, l.recalled_at is not null as recalled
      from page join sent_lots s on s.order_id = page.id join lots l on l.id = s.lot_id
      join farms f on f.id = s.farm_id join kitchens k on k.id = s.kitchen_id
     where true ${named}
     order by page.delivery_on desc, page.id desc, s.ordinal, s.harvested_on, s.lot_id`.execute(ctx.db)
    const orders = [...new Map(rows.map((row) => [row.orderId, row])).values()]
    const last = orders[limit - 1]
    const shown = new Set(orders.slice(0, limit).map(({ orderId }) => orderId))
    return {
      rows: rows.filter(({ orderId }) => shown.has(orderId)),
      next: orders.length > limit && last ? { on: last.deliveryOn, id: last.orderId } : null,
    }
  },
)

/** The same without pages, for a file. */
export async function* receivedInChunks(ctx: Ctx, filter: LotFilter): AsyncGenerator<ReceivedLot[]> {
  let after: ReceivedCursor | null = null
  do {
    const { rows, next }: Page<ReceivedLot, ReceivedCursor> = await receivedLots(ctx, { ...filter, after, limit: 500 })
    yield rows
    after = next
  } while (after)
}

const escaped = (words: string) => words.replace(/[\\%_]/g, (sign) => `\\${sign}`)
const beginning = (words: string) => `${escaped(words)}%`
const within = (words: string) => `%${escaped(words)}%`
