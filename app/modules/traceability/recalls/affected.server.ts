import { type Kysely, sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, LotId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '../signed-in.ts'
import type { RecallRefusal } from './recall-labels.ts'

export const mostLots = 50

export type LotToRecall = {
  id: LotId
  farmId: FarmId
  code: string
  name: string
  unit: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  recalledAt: Date | null
}

/** One kitchen that received any of it. */
export type AffectedKitchen = {
  restaurantId: RestaurantId
  restaurant: string
  kitchenId: KitchenId
  kitchen: string
  phone: string
  /** Units of all its lots together, and deliveries. */
  qty: number
  orders: number
  lastOn: JstDate
}

export type Affected = {
  lots: LotToRecall[]
  kitchens: AffectedKitchen[]
  restaurants: number
  qty: number
  /** Packed and not sent: these have to be packed again. */
  packed: number
}

/** Exactly whom a recall of these lots would affect. A preview; writes nothing. */
export const affectedBy = query(
  'recall.begin',
  async (ctx: Ctx, lotIds: readonly LotId[]): Promise<Result<Affected, RecallRefusal>> => {
    requireSignedIn(ctx)
    const lots = await lotsToRecall(ctx, lotIds)
    if (!lots.ok) return lots
    const ids = lots.value.map(({ id }) => id)
    const { rows: kitchens } = await sql<AffectedKitchen>`
    select s.restaurant_id as "restaurantId", r.name as restaurant, s.kitchen_id as "kitchenId", k.name as kitchen, k.phone,
           s.qty, s.orders, s.last_on as "lastOn"
      from (select restaurant_id, kitchen_id, sum(qty)::int as qty, count(distinct order_id)::int as orders,
                   max(delivery_on) as last_on
              from sent_lots where lot_id = any (${ids}::uuid[]) group by restaurant_id, kitchen_id) s
      join restaurants r on r.id = s.restaurant_id join kitchens k on k.id = s.kitchen_id
     order by r.kana, k.name, s.kitchen_id`.execute(ctx.db)
    return ok({
      lots: lots.value,
      kitchens,
      restaurants: new Set(kitchens.map(({ restaurantId }) => restaurantId)).size,
      qty: kitchens.reduce((sum, { qty }) => sum + qty, 0),
      packed: await packedOf(ctx.db, ids),
    })
  },
)

/** How many orders were packed from these lots and have not left. */
async function packedOf(db: Kysely<Database>, ids: readonly LotId[]): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(distinct line.order_id)::int as orders
      from line_lots named join order_lines line on line.id = named.order_line_id join orders o on o.id = line.order_id
     where named.lot_id = any (${ids}::uuid[]) and o.state = 'preparing'`.execute(db)
  return rows[0]?.orders ?? 0
}

/** The lots themselves, checked: at least one, not too many, of one farm that the actor may act for. */
export async function lotsToRecall(ctx: Ctx, lotIds: readonly LotId[]): Promise<Result<LotToRecall[], RecallRefusal>> {
  const ids = [...new Set(lotIds)]
  if (ids.length === 0) return refuse('no_lots')
  if (ids.length > mostLots) return refuse('too_many_lots')
  const lots = await ctx.db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.productId')
    .select(['lots.id', 'lots.farmId', 'lots.code', 'products.name', 'products.unitLabel as unit'])
    .select(['lots.harvestedOn', 'lots.bestBeforeOn', 'lots.recalledAt'])
    .where('lots.id', 'in', ids)
    .orderBy('lots.harvestedOn', 'desc')
    .orderBy('lots.id')
    .execute()
  const [first] = lots
  if (!first || lots.length < ids.length) throw new NotFound('lot')
  for (const lot of lots) if (!mayKnow(ctx, lot.farmId)) throw new NotFound('lot')
  if (lots.some(({ farmId }) => farmId !== first.farmId)) return refuse('several_farms')
  authorize(ctx.actor, 'recall.begin', first)
  return ok(lots)
}

const mayKnow = ({ actor }: Ctx, farmId: FarmId) => can(actor, 'lots.see', { farmId })
