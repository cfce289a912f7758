import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatMoment } from '#kernel/format.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import type { Statement } from './decide-shortage.ts'
import { instructionOf, instructionText } from './instruction.ts'
import type { Order } from './order-store.server.ts'
import { reservedQuantity } from './reserved-quantity.ts'

const orderQuestion = notificationKind('order_question', {
  about: 'question',
  tradeRecord: true,
  data: z.object({ farm: z.string(), number: z.string(), until: z.string(), lines: facts, address: page }),
  message: ({ farm, number, until, lines, address }) => ({
    title: `${farm}から、出荷数量の変更依頼です（${until}まで）`,
    heading: `${farm}から、出荷数量の変更依頼です`,
    summary: `${until}までに、伝票の画面で回答できます。`,
    parts: [
      {
        text: `${until}までに、伝票の画面で回答してください。回答がない場合は、事前の指示に従って自動で決定します。`,
      },
      { facts: [['伝票', number], ...lines] },
      { button: '伝票で回答する', to: address },
    ],
  }),
  sample: {
    farm: '佐藤農園',
    number: '261124-00042-1',
    until: '11月24日（火）10:00',
    lines: [['大玉トマト', '6 → 4箱（20:00まで確認を待つ。回答がない場合は、この商品をキャンセルする）']],
    address: ourPage('/restaurant/order/History'),
  },
})

export const proposalKinds = [orderQuestion] as const

/**
 * To the person who ordered: the farm's question, and until when to answer; what happens without an answer is beside
 * each line.
 */
export async function tellAsked(ctx: Ctx, order: Order, statements: readonly Statement[]): Promise<void> {
  const to = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('orders', 'orders.purchaseId', 'purchases.id')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['people.id as personId', 'people.email', 'farms.name as farm'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (order.proposalDueAt === null) return
  const short = statements.filter(({ line, stated }) => stated < reservedQuantity(line))
  await notify(ctx.db, ctx.now, {
    key: `order:${order.id}:asked:${ctx.now.getTime()}`,
    kind: orderQuestion,
    concerns: { orderId: order.id, usefulUntil: order.proposalDueAt },
    to: mailToOf(to),
    data: {
      farm: to.farm,
      number: order.number,
      until: formatMoment(order.proposalDueAt),
      lines: short.map(
        ({ line, stated }): Fact => [
          line.name,
          `${reservedQuantity(line)} → ${stated}${line.unitLabel}（${instructionText(instructionOf(line))}）`,
        ],
      ),
      address: ourPage(`/restaurant/orders/${order.id}`),
    },
  })
}
