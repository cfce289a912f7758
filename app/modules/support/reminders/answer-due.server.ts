import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { FarmId, OrderId } from '#kernel/ids.ts'
import { addMinutes, type JstDate } from '#kernel/jst.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { answerPage, ourPage } from '#modules/notifications/our-page.ts'
import { type FarmOwner, farmOwners, lastEventOf, mintAnswerLink } from '#modules/ordering/answer-links.server.ts'
import { answerDue } from './reminder-mails.server.tsx'

/** How many minutes before the answer is due a farm is reminded. */
export const remindBefore = 60

const atOnce = 200

type Due = {
  id: OrderId
  number: string
  version: number
  farmId: FarmId
  restaurant: string
  deliveryOn: JstDate
  dueAt: Date
}

/**
 * Reminds farms of unanswered orders, an hour before it is too late: once per due time, and not of an order that they
 * were notified of within that hour. Returns the number of orders.
 */
export async function remindAnswersDue({ db, now }: Omit<Ctx, 'actor'>): Promise<number> {
  const due: Due[] = await db
    .selectFrom('orders')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['orders.id', 'orders.number', 'orders.version', 'orders.farmId', 'restaurants.name as restaurant'])
    .select(['orders.deliveryOn', 'orders.answerDueAt as dueAt'])
    .where('orders.state', '=', 'placed')
    .where('orders.answerDueAt', '>', now)
    .where('orders.answerDueAt', '<=', addMinutes(now, remindBefore))
    .where(
      sql<boolean>`coalesce(orders.changed_at, orders.placed_at) < orders.answer_due_at - make_interval(mins => ${remindBefore})`,
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.orderId', '=', 'orders.id')
            .where(
              'notifications.key',
              'like',
              sql<string>`'answer-due:' || orders.id || ':' || (extract(epoch from orders.answer_due_at) * 1000)::bigint || ':%'`,
            ),
        ),
      ),
    )
    .orderBy('orders.answerDueAt')
    .limit(atOnce)
    .execute()
  for (const order of due)
    await db.transaction().execute(async (tx) => {
      const still = await tx
        .selectFrom('orders')
        .select('id')
        .where('id', '=', order.id)
        .where('state', '=', 'placed')
        .forUpdate()
        .executeTakeFirst()
      if (still) for (const owner of await farmOwners(tx, order.farmId)) await remind(tx, now, order, owner)
    })
  return due.length
}

async function remind(tx: DbOrTx, now: Date, order: Due, owner: FarmOwner): Promise<void> {
  const eventId = await lastEventOf(tx, order.id)
  const link = await mintAnswerLink(tx, now, { order, eventId, membershipId: owner.membershipId, step: 'answer' })
  const key = `answer-due:${order.id}:${order.dueAt.getTime()}:${owner.personId}`
  await notify(tx, now, {
    key,
    kind: answerDue,
    to: mailToOf(owner),
    concerns: { orderId: order.id, answerLinkId: link, usefulUntil: order.dueAt },
    data: {
      restaurant: order.restaurant,
      delivery: formatDay(order.deliveryOn),
      until: formatMoment(order.dueAt),
      number: order.number,
      answer: answerPage(link),
      address: ourPage(`/farmer/orders/${order.id}`),
    },
  })
}
