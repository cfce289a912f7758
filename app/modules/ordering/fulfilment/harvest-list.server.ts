import { sql } from 'kysely'
import { requireFarm } from '#authorization/authorize.ts'
import type { ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** How much of a product leaves on one day, over all orders. */
export type HarvestNeed = {
  shipOn: JstDate
  productId: ProductId
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  /** Units that are to be sent, as far as is settled now. */
  qty: number
  /** Of these, units of orders that still wait for the farm's answer or for a restaurant's. */
  openQty: number
  /** Of these, units that are packed already. */
  packedQty: number
  orders: number
  /** Pieces of all units (3箱 of 10 袋: 30); null: not stated, or the pack has changed since it was ordered. */
  pieces: number | null
  /** Nominal weight of all units; null: not stated, or the pack has changed. */
  grams: number | null
}

/** The orders of the farm that leave within these days, by day and product, in the order of the farm's own list. */
export const harvestNeeds = query(
  'own',
  async (ctx, { from, to }: { from: JstDate; to: JstDate }): Promise<HarvestNeed[]> => {
    const { farmId } = requireFarm(ctx.actor)
    const { rows } = await sql<HarvestNeed>`
      with line as (
        select o.id as order_id, o.ship_on, o.state, l.product_id, l.name, l.pack_label, l.unit_label, l.picture,
               l.shipped_qty is not null as packed,
               coalesce(l.shipped_qty,
                        case when l.ordered_before is null then l.confirmed_qty end, l.ordered_qty, 0) as qty,
               case when p.pack_label = l.pack_label then p.piece_count end as piece_count,
               case when p.pack_label = l.pack_label and l.unit_label <> 'kg' then p.net_grams end as net_grams, p.place_in_list
          from orders o
          join order_lines l on l.order_id = o.id
          join products p on p.id = l.product_id
         where o.farm_id = ${farmId} and o.ship_on between ${from}::date and ${to}::date
           and o.state in ('placed', 'proposed', 'accepted', 'preparing'))
      select ship_on as "shipOn", product_id as "productId", name, pack_label as "packLabel", unit_label as "unitLabel",
             min(picture) as picture, sum(qty)::int as qty,
             coalesce(sum(qty) filter (where state in ('placed', 'proposed')), 0)::int as "openQty",
             coalesce(sum(qty) filter (where packed), 0)::int as "packedQty",
             count(distinct order_id)::int as orders,
             (sum(qty) * min(piece_count))::int as pieces, (sum(qty) * min(net_grams))::int as grams
        from line
       where qty > 0
       group by ship_on, product_id, name, pack_label, unit_label
       order by ship_on, min(place_in_list), name, pack_label`.execute(ctx.db)
    return rows
  },
)
