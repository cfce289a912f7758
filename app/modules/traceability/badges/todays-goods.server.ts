import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, momentOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { ShopBadge } from './badge.ts'
import { cameToSomething } from './badge-inputs.server.ts'
import { shownFarms } from './drawings/badge-labels.ts'
import type { TodaysGoods } from './drawings/today.ts'
import { produceName } from './trace/produce-names.ts'
import { goodsName } from './trace/without-prices.ts'

/** A strip shows some of them, and the number of the others. */
const most = 100

/**
 * 本日の産地: what came from the farms of a badge on the last day with a delivery. The same lines count as for the badge
 * (badge-inputs.server.ts): inspected, of a known lot, without an open claim; and none that a farm shows to chosen
 * kitchens only, because it is public; without price and quantity. null: nothing came. One query.
 */
export const todaysGoods = query(
  'public',
  async (ctx: Pick<Ctx, 'db'>, badge: ShopBadge): Promise<TodaysGoods | null> => {
    const farms = shownFarms(badge)
    const [on] = farms
      .map(({ lastOn }) => lastOn)
      .sort()
      .reverse()
    if (!on) return null
    const ids = farms.map(({ farmId }) => farmId)
    const { rows } = await sql<{ name: string; itemKey: string; farmId: FarmId }>`
    select distinct l.name, l.item_key as "itemKey", o.farm_id as "farmId"
      from orders o
      join order_lines l on l.order_id = o.id
      join products p on p.id = l.product_id
     where o.restaurant_id = ${badge.restaurantId} and o.farm_id = any (${ids}::uuid[])
       and o.state in ('inspected', 'finalized')
       and o.delivered_at >= ${momentOf(on, 0)} and o.delivered_at < ${momentOf(addDays(on, 1), 0)}
       and l.received_qty > 0 and coalesce(l.received_grams, 1) > 0 and not l.free and p.audience = 'everybody'
       and ${cameToSomething}
       and exists (select from line_lots where line_lots.order_line_id = l.id)
       and not exists (select from claims c where c.order_id = o.id and (c.whole_order or (c.order_line_id = l.id
                          and c.state in ('opened', 'answered', 'escalated', 'decided'))))
     order by l.name, o.farm_id, l.item_key limit ${most}`.execute(ctx.db)
    const placeOf = new Map(farms.map(({ farmId, place }) => [farmId, place]))
    const said = rows.map((row) => ({ ...row, name: goodsName(row.name, produceName(row.itemKey, 'ja') ?? '') }))
    const once = new Map(
      said.map(({ name, farmId }) => [`${farmId} ${name}`, { name, place: placeOf.get(farmId) ?? '' }]),
    )
    return { on, goods: [...once.values()] }
  },
)
