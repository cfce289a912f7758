import { seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'

const mostShown = 100

/** What staff look at: disputes, what was refused or not captured, and the renewals; the newest first. */
export const cardDesk = query('card.watch', async (ctx) => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'card.watch', null)
  const orders = () =>
    ctx.db
      .selectFrom('cardHolds')
      .innerJoin('restaurants', 'restaurants.id', 'cardHolds.restaurantId')
      .leftJoin('orders', 'orders.id', 'cardHolds.orderId')
      .select(['restaurants.name as restaurant', 'orders.id as orderId', 'orders.number'])
  const disputes = await orders()
    .innerJoin('cardDisputes', 'cardDisputes.holdId', 'cardHolds.id')
    .select(['cardDisputes.id', 'cardDisputes.yen', 'reason', 'cardDisputes.state', 'cardDisputes.at'])
    .orderBy('cardDisputes.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('cardDisputes.at', 'desc')
    .limit(mostShown)
    .execute()
  const movements = await orders()
    .innerJoin('cardMovements', 'cardMovements.holdId', 'cardHolds.id')
    .select(['cardMovements.id', 'cardMovements.yen', 'kind', 'cardMovements.failure', 'cardMovements.at'])
    .where('cardMovements.state', '=', 'failed')
    .orderBy('cardMovements.at', 'desc')
    .limit(mostShown)
    .execute()
  const holds = () =>
    orders().select(['cardHolds.id', 'cardHolds.yen', 'cardHolds.state', 'cardHolds.failure', 'cardHolds.at', 'until'])
  const refused = await holds()
    .where('cardHolds.state', '=', 'failed')
    .orderBy('cardHolds.endedAt', 'desc')
    .limit(mostShown)
    .execute()
  const renewals = await holds()
    .where('cardHolds.renews', 'is not', null)
    .where('cardHolds.state', '<>', 'failed')
    .orderBy('cardHolds.at', 'desc')
    .limit(mostShown)
    .execute()
  return { disputes, movements, refused, renewals }
})

/** How an order is paid by card, in yen. */
export type CardPayment = { heldYen: Yen; paidYen: Yen; refundedYen: Yen }

/** null: the order is paid by invoice, or a farm asks. */
export const cardPaymentOf = query('order.see', async (ctx, orderId: OrderId): Promise<CardPayment | null> => {
  requireSignedIn(ctx)
  const { db, actor } = ctx
  const sides = await db
    .selectFrom('orders')
    .leftJoin('cardOrders', 'cardOrders.orderId', 'orders.id')
    .select(['farmId', 'restaurantId', 'state', 'cardOrders.orderId as byCard'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!sides) throw new NotFound('order')
  seeOrNotFound(actor, 'order.see', sides)
  if (!sides.byCard || actor.kind === 'farm') return null
  const held = await db
    .selectFrom('cardHolds')
    .select('yen')
    .where('orderId', '=', orderId)
    .where('state', '=', 'held')
    .execute()
  const moved = await db
    .selectFrom('cardMovements')
    .innerJoin('cardHolds', 'cardHolds.id', 'cardMovements.holdId')
    .select(['kind', 'cardMovements.yen'])
    .where('cardHolds.orderId', '=', orderId)
    .where('cardMovements.state', '=', 'done')
    .execute()
  const sum = (rows: readonly { yen: Yen }[]) => yen(rows.reduce((total, row) => total + row.yen, 0))
  return {
    heldYen: sum(held),
    paidYen: sum(moved.filter(({ kind }) => kind === 'capture')),
    refundedYen: sum(moved.filter(({ kind }) => kind === 'refund')),
  }
})
