import { createElement } from 'react'
import type { Ctx } from '#access/ctx.ts'
import { formatMoment } from '#kernel/format.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { mailToOf, queueMail } from '#modules/outbox/queue-mail.server.ts'
import type { Statement } from './decide-shortage.ts'
import { heldOf } from './held-of.ts'
import { instructionOf, instructionText } from './instruction.ts'
import type { Order } from './order-store.server.ts'

type Facts = { farm: string; number: string; until: string; lines: readonly [string, string][]; address: OurPage }

export const QuestionMail = ({ farm, number, until, lines, address }: Facts) => (
  <MailFrame preview={`${until}までに、伝票の画面で答えられます。`} title={`${farm}から、出せる数の相談です`}>
    <MailText>
      {until}
      までに、伝票の画面で答えてください。返事がないときは、あなたの指示のとおりに自動で決まります。だれも待たせません。
    </MailText>
    <MailFacts facts={[['伝票', number], ...lines]} />
    <MailButton href={address}>伝票で答える</MailButton>
  </MailFrame>
)

/**
 * To the person who ordered: the farm's question, and until when to answer; what happens without an answer is beside
 * each line.
 */
export async function tellAsked(ctx: Ctx, order: Order, statements: readonly Statement[]): Promise<void> {
  const to = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.person_id')
    .innerJoin('orders', 'orders.purchase_id', 'purchases.id')
    .innerJoin('farms', 'farms.id', 'orders.farm_id')
    .select(['people.id as personId', 'people.email', 'farms.name as farm'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (order.proposalDueAt === null) return
  const short = statements.filter(({ line, stated }) => stated < heldOf(line))
  await queueMail(ctx.db, ctx.now, {
    key: `order:${order.id}:asked:${ctx.now.getTime()}`,
    template: 'order_question',
    notice: { orderId: order.id, usefulUntil: order.proposalDueAt },
    to: mailToOf(to),
    subject: `【畝と皿】${to.farm}から、出せる数の相談です（${formatMoment(order.proposalDueAt)}まで）`,
    body: createElement(QuestionMail, {
      farm: to.farm,
      number: order.number,
      until: formatMoment(order.proposalDueAt),
      lines: short.map(({ line, stated }): [string, string] => [
        line.name,
        `${heldOf(line)} → ${stated}${line.unitLabel}（${instructionText(instructionOf(line))}）`,
      ]),
      address: ourPage(`/restaurant/orders/${order.id}`),
    }),
  })
}
