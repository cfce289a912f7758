import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { ActorKind } from '#kernel/enums.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { sideActing } from './order-digest.ts'
import type { Order } from './order-store.server.ts'
import { adviceOn, ruleOf, type TransitionName, transitionNames } from './process/transitions.ts'

const isMailed = (name: TransitionName) => adviceOn(name) !== null

/**
 * What a restaurant has to know immediately, because another party did it: each says what the restaurant can do about
 * it, in the words of its row.
 */
const orderNews = notificationKind('order_news', {
  about: 'order',
  tradeRecord: true,
  data: z.object({
    news: z.enum(transitionNames.filter(isMailed)),
    orderId: z.string(),
    farm: z.string(),
    number: z.string(),
    delivery: z.string(),
    /** The day that the farm proposes instead. */
    proposed: z.string().nullable().default(null),
    fee: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  message: ({ news, orderId, farm, number, delivery, proposed, fee, reason }) => ({
    title: `${ruleOf(news).told}（${farm}・${number}）`,
    heading: ruleOf(news).told,
    summary: `${farm}・${delivery}お届けの注文です。${proposed ? `提案されたお届け日は、${proposed}です。` : ''}`,
    parts: [
      { text: adviceOn(news) ?? '' },
      {
        facts: [
          ['農園', farm],
          [proposed ? '現在のお届け日' : 'お届け', delivery],
          ...(proposed ? [['提案されたお届け日', proposed] as const] : []),
          ['伝票', number],
          ...(fee ? [['取消料', fee] as const] : []),
        ],
      },
      reason && { quote: reason },
      { button: '伝票を見る', to: ourPage(`/restaurant/orders/${orderId}`) },
    ],
  }),
  sample: {
    news: 'expire',
    orderId: '1',
    farm: '佐藤農園',
    number: '261124-00042-1',
    delivery: '11月26日(木)',
    proposed: null,
    fee: null,
    reason: null,
  },
})

export const orderNewsKinds = [orderNews] as const

type Moved = { name: TransitionName; eventId: EventId; reason?: string | undefined; as?: ActorKind | undefined }

/**
 * To the person who ordered, in the transaction of the step, unless they took it. Its key is the event's: one message
 * per transition, idempotent.
 */
export async function tellRestaurant(ctx: Ctx, order: Order, { name, eventId, reason, as }: Moved): Promise<void> {
  if (!isMailed(name) || sideActing(ctx, as) === 'restaurant') return
  const to = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('orders', 'orders.purchaseId', 'purchases.id')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['people.id as personId', 'people.email', 'farms.name as farm'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const fee = order.cancelFeeYen === null ? null : formatYen(order.cancelFeeYen)
  await notify(ctx.db, ctx.now, {
    key: `event:${eventId}`,
    kind: orderNews,
    concerns: { orderId: order.id },
    to: mailToOf(to),
    data: {
      news: name,
      orderId: order.id,
      farm: to.farm,
      number: order.number,
      delivery: formatDay(order.deliveryOn),
      proposed: name === 'proposeDay' && order.proposedDay ? formatDay(order.proposedDay.deliveryOn) : null,
      fee,
      reason: reason ?? null,
    },
  })
}
