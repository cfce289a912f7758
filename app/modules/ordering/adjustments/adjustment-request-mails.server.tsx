import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatMoment } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import type { OrderLine } from '../order.ts'
import type { Order } from '../order-store.server.ts'
import type { RequestedChange } from './adjustment-request.ts'
import { changeText, effectText } from './adjustment-request-text.ts'

const news = ['asked', 'withdrawn', 'agreed', 'declined'] as const
type News = (typeof news)[number]

const titles: Record<News, string> = {
  asked: '重さの訂正・返品の確認依頼',
  withdrawn: '重さの訂正・返品の依頼の取り下げ',
  agreed: '重さの訂正・返品への同意',
  declined: '重さの訂正・返品への回答',
}

const advice: Record<News, string> = {
  asked: '内容を確認し、同意するかどうかを回答してください。回答がない場合は、変更しません。',
  withdrawn: '農園が依頼を取り下げました。金額は変わりません。',
  agreed: '飲食店が同意しました。修正伝票は、金額の確定後に発行されます。',
  declined: '飲食店が同意しなかったため、金額は変わりません。必要な場合は、チャットで相談してください。',
}

const correctionNews = notificationKind('correction_request', {
  about: ({ said }) => (said === 'asked' ? 'question' : 'order'),
  tradeRecord: true,
  data: z.object({
    said: z.enum(news),
    other: z.string(),
    number: z.string(),
    until: z.string().nullable(),
    reason: z.string(),
    words: z.string(),
    lines: facts,
    address: page,
  }),
  message: ({ said, other, number, until, reason, words, lines, address }) => ({
    title: `${other}：${titles[said]}（${number}）`,
    heading: titles[said],
    summary: said === 'asked' && until ? `${until}までに、伝票の画面で回答できます。` : advice[said],
    page: address,
    parts: [
      { text: advice[said] },
      {
        facts: [
          ['相手先', other],
          ['伝票', number],
          ...lines,
          ['理由', reason],
          ...(until ? [['回答期限', until] as const] : []),
        ],
      },
      words !== '' && { quote: words },
      { button: said === 'asked' ? '伝票で回答する' : '伝票を見る', to: address },
    ],
  }),
  sample: {
    said: 'asked',
    other: '佐藤農園',
    number: '261124-00042-1',
    until: '12月1日（火）10:00',
    reason: '風袋を引かずに計量していました',
    words: '',
    lines: [['若鶏 丸', '重さ 2.5kg → 2.3kg（-¥400・税抜）']],
    address: ourPage('/restaurant/order/History'),
  },
})

export const adjustmentRequestKinds = [correctionNews] as const

type Told = {
  eventId: EventId
  news: News
  reason: string
  words: string
  dueAt: Date
  changes: readonly { line: OrderLine; change: RequestedChange; yen: Yen }[]
}

/** To the person who ordered, what the farm asks; to the farm's owners, what became of it; in the transaction of the step. */
export async function tellOfRequest(ctx: Ctx, order: Order, told: Told): Promise<void> {
  const known = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('orders', 'orders.purchaseId', 'purchases.id')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['people.id as personId', 'people.email', 'farms.name as farm', 'restaurants.name as restaurant'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const toRestaurant = told.news === 'asked' || told.news === 'withdrawn'
  const data = {
    said: told.news,
    other: toRestaurant ? known.farm : known.restaurant,
    number: order.number,
    until: told.news === 'asked' ? formatMoment(told.dueAt) : null,
    reason: told.reason,
    words: told.words,
    lines: told.changes.map(
      ({ line, change, yen }): Fact => [line.name, `${changeText(line, change)}（${effectText(yen)}・税抜）`],
    ),
    address: ourPage(`/${toRestaurant ? 'restaurant' : 'farmer'}/orders/${order.id}`),
  }
  const key = `event:${told.eventId}`
  if (toRestaurant)
    await notify(ctx.db, ctx.now, {
      key,
      kind: correctionNews,
      concerns: { orderId: order.id, ...(told.news === 'asked' && { usefulUntil: told.dueAt }) },
      to: mailToOf(known),
      data,
    })
  else await tellOwners(ctx.db, ctx.now, { farmId: order.farmId }, { key, kind: correctionNews, data })
}
