import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { consequences } from './order-effects.ts'
import { ruleOf, type TransitionName } from './order-process.ts'
import type { Order } from './order-store.server.ts'

/**
 * What a restaurant has to know immediately, because another party did it: each says what the restaurant can do about
 * it.
 */
const advice = {
  decline: 'かわりの品は、「さがす」でお届けの日を選ぶと見つかります。お金はかかりません。',
  expire: 'かわりの品は、「さがす」でお届けの日を選ぶと見つかります。お金はかかりません。',
  keep: 'ふえた分は、ほかの農園に注文できます。前に確定した分は、そのまま届きます。',
  agree: 'あなたの前もっての指示のとおりに決まりました。内容は伝票にあります。',
  turnDown: '残る品がないか、あなたの前もっての指示により、注文をやめました。お金はかかりません。',
  agreeCancel: '取消料は、注文のときに示した割合です。次の請求に入ります。',
  refuseCancel: '注文のとおりに届きます。',
  giveUp: 'お金はかかりません。かわりの品は、「さがす」でお届けの日を選ぶと見つかります。',
  dropRest: '残りの分のお金はかかりません。届いた分を、いつものように検収してください。',
  neverShipped: 'お金はかかりません。運営が農園に確かめます。',
  correct: '伝票の画面に「修正」があります。もとの伝票は、そのまま残っています。',
  overrule: 'この注文の商品代と送料は請求しません。わからないことは、お問い合わせください。',
} as const satisfies Partial<Record<TransitionName, string>>
export type News = keyof typeof advice

const orderNews = notificationKind('order_news', {
  about: 'order',
  data: z.object({
    news: z.custom<News>((name) => typeof name === 'string' && Object.hasOwn(advice, name)),
    orderId: z.string(),
    farm: z.string(),
    number: z.string(),
    delivery: z.string(),
    fee: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  message: ({ news, orderId, farm, number, delivery, fee, reason }) => ({
    title: `${ruleOf(news).told}（${farm}・${number}）`,
    heading: ruleOf(news).told,
    summary: `${farm}・${delivery}お届けの注文です。`,
    parts: [
      { text: advice[news] },
      {
        facts: [['農園', farm], ['お届け', delivery], ['伝票', number], ...(fee ? [['取消料', fee] as const] : [])],
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
    fee: null,
    reason: null,
  },
})

export const orderNewsKinds = [orderNews] as const

/**
 * To the person who ordered, in the transaction of the step. Its key is the event's: one message per transition,
 * idempotent.
 */
export async function tellRestaurant(
  ctx: Ctx,
  order: Order,
  { news, eventId, reason }: { news: News; eventId: EventId; reason?: string | undefined },
): Promise<void> {
  if (!consequences[news].tells.includes('restaurant')) throw new Error(`nobody is told of ${news}`)
  const to = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.person_id')
    .innerJoin('orders', 'orders.purchase_id', 'purchases.id')
    .innerJoin('farms', 'farms.id', 'orders.farm_id')
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
      news,
      orderId: order.id,
      farm: to.farm,
      number: order.number,
      delivery: formatDay(order.deliveryOn),
      fee,
      reason: reason ?? null,
    },
  })
}
