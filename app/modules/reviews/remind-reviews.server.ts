import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import type { FarmId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { finalDaysToRemind, lastWritingDay } from './review.ts'
import { reviewWaits } from './review-mails.server.tsx'

/** Orders per transaction. */
const atOnce = 200
/** Maximum number of orders named in one mail. */
const named = 5

/**
 * Reminds the sides that have not reviewed an order that became final three days ago: once per order and side, one mail
 * per side. Reminders missed by a stopped job are sent later, while two days are left. Returns the number of sides.
 */
export async function remindReviews({ db, now }: Omit<Ctx, 'actor'>): Promise<number> {
  let sides = 0
  for (const side of ['restaurant', 'farm'] as const)
    for (;;) {
      const round = await db.transaction().execute(async (tx) => {
        const due = await claim(tx, now, side)
        const bySide = Map.groupBy(due, ({ farmId, restaurantId }) => (side === 'farm' ? farmId : restaurantId))
        for (const orders of bySide.values()) await remind(tx, now, side, orders)
        return { orders: due.length, sides: bySide.size }
      })
      sides += round.sides
      if (round.orders < atOnce) break
    }
  return sides
}

type Due = {
  id: OrderId
  number: string
  deliveryOn: JstDate
  finalizedAt: Date
  farmId: FarmId
  restaurantId: RestaurantId
  other: string
}

/** Two concurrent workers take different orders: the row that records it is written first. */
async function claim(db: DbOrTx, now: Date, side: Side): Promise<Due[]> {
  const days = finalDaysToRemind(jstDateOf(now))
  const from = momentOf(days.from, 0)
  const until = momentOf(days.to, 24 * 60)
  const { rows } = await sql<Due>`
    with claimed as (
      insert into review_reminders (order_id, side, at)
      select o.id, ${side}, ${now} from orders o
       where o.finalized_at >= ${from} and o.finalized_at < ${until} and o.state = 'finalized' and o.claim_id is null
         and not exists (select from reviews r where r.order_id = o.id and r.side = ${side})
         and not exists (select from review_reminders d where d.order_id = o.id and d.side = ${side})
       order by o.finalized_at, o.id limit ${atOnce}
      on conflict do nothing returning order_id)
    select o.id, o.number, o.delivery_on, o.finalized_at, o.farm_id, o.restaurant_id,
           ${side === 'farm' ? sql`b.name` : sql`f.name`} as other
      from claimed c join orders o on o.id = c.order_id join farms f on f.id = o.farm_id
      join restaurants b on b.id = o.restaurant_id
     order by o.finalized_at, o.id`.execute(db)
  return rows
}

async function remind(db: DbOrTx, now: Date, side: Side, orders: readonly Due[]): Promise<void> {
  const [first] = orders
  if (!first) return
  const until = formatDay(lastWritingDay(first.finalizedAt))
  await tellOwners(db, now, side === 'farm' ? { farmId: first.farmId } : { restaurantId: first.restaurantId }, {
    key: `review:${first.id}:waits:${side}`,
    kind: reviewWaits,
    concerns: { usefulUntil: momentOf(addDays(lastWritingDay(first.finalizedAt), 1), 0) },
    data: {
      side,
      orders: orders
        .slice(0, named)
        .map(({ other, deliveryOn, number }) => [other, `${formatDay(deliveryOn)}のお届け（${number}）`] as const),
      more: Math.max(0, orders.length - named),
      until,
    },
  })
}
