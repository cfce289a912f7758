import { createElement } from 'react'
import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import type { AnswerLinkId, EventId, OrderId, PersonId } from '#kernel/ids.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { notify } from '#modules/outbox/notices/notify.server.ts'
import { answerPage, type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { type FarmOwner, farmOwners, mintAnswerLink } from './answer-links.server.ts'
import { eventKind } from './moved.ts'
import { wordOf } from './order-digest.ts'
import { transitionNames } from './order-process.ts'

type System = Omit<Ctx, 'actor'>

/** The maximum per mail; the rest is in the next one. */
const mostInOne = 100

/**
 * Everything that happened to orders in the last minute: one notification per order, and one mail per farm owner and
 * per person who ordered. A row is taken and its mail queued in one transaction, so that each step is reported exactly
 * once; several processes may run it. Returns how many mails were queued.
 */
export async function tellOrderNews(system: System): Promise<number> {
  let mails = 0
  while (await tellNext(system)) mails += 1
  return mails
}

const tellNext = ({ db, now }: System): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const news = await takeNext(tx)
    const [first] = news
    if (!first) return false
    const goods = await goodsOf(
      tx,
      news.map((row) => row.order_id),
    )
    const orders = [...Map.groupBy(news, (row) => row.order_id).values()].flatMap((ofOrder) => {
      const names = ofOrder.flatMap(({ kind }) => transitionNames.find((name) => eventKind[name] === kind) ?? [])
      const last = ofOrder.at(-1)
      return last ? [toldOf(last, wordOf(last.party, names), goods.get(last.order_id) ?? '', now)] : []
    })
    if (first.party === 'farm')
      for (const owner of await farmOwners(tx, first.farm_id)) await tellOwner(tx, now, first, owner, orders)
    else await tellBuyer(tx, now, first, orders)
    return true
  })

/** The oldest row, with all others for the same farm or person; deleted from the queue. */
async function takeNext(tx: DbOrTx) {
  const all = tx
    .selectFrom('order_news')
    .innerJoin('orders', 'orders.id', 'order_news.order_id')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .innerJoin('people', 'people.id', 'purchases.person_id')
    .innerJoin('farms', 'farms.id', 'orders.farm_id')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurant_id')
    .innerJoin('events', 'events.id', 'order_news.event_id')
    .select([
      'order_news.event_id',
      'order_news.order_id',
      'order_news.party',
      'events.kind',
      'orders.farm_id',
      'orders.number',
      'orders.state',
      'orders.delivery_on',
      'orders.answer_due_at',
      'orders.version',
      'orders.rest_on',
      'purchases.person_id',
      'people.email',
      'farms.name as farm',
      'restaurants.name as restaurant',
    ])
    .orderBy('order_news.at')
    .orderBy('order_news.event_id')
    .forUpdate('order_news')
    .skipLocked()
  const first = await all.limit(1).executeTakeFirst()
  if (!first) return []
  const same = all.where('order_news.party', '=', first.party)
  const news = await (first.party === 'farm'
    ? same.where('orders.farm_id', '=', first.farm_id)
    : same.where('purchases.person_id', '=', first.person_id)
  )
    .limit(mostInOne)
    .execute()
  await tx
    .deleteFrom('order_news')
    .where(
      'event_id',
      'in',
      news.map((row) => row.event_id),
    )
    .execute()
  return news
}

type News = Awaited<ReturnType<typeof takeNext>>[number]

/** `waits`: for the farm's answer; `answer`: the page where it can be given without signing in. */
export type ToldOrder = { title: string; said: string; number: string; waits: boolean; answer?: OurPage | undefined }
type Told = ToldOrder & {
  orderId: OrderId
  eventId: EventId
  goods: string
  deliveryOn: News['delivery_on']
  version: number
  until: Date
}

function toldOf(row: News, word: string, goods: string, now: Date): Told {
  const who = row.party === 'farm' ? row.restaurant : row.farm
  const waits = row.party === 'farm' && row.state === 'placed' && row.answer_due_at > now
  return {
    orderId: row.order_id,
    eventId: row.event_id,
    deliveryOn: row.delivery_on,
    version: row.version,
    until: row.answer_due_at,
    goods,
    title: `${who}・${formatDay(row.delivery_on)}お届け`,
    said:
      row.state === 'partly_shipped' && row.rest_on
        ? `${word}。残りは${formatDay(row.rest_on)}までに届きます`
        : waits
          ? `${word}。${formatDeadline(row.answer_due_at, now)}までに答えてください`
          : word,
    number: row.number,
    waits,
  }
}

/** 大玉トマト 2箱、ほか2品: a summary of each of these orders. */
async function goodsOf(tx: DbOrTx, orders: readonly OrderId[]): Promise<Map<OrderId, string>> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'ordered_qty', 'unit_label'])
    .where('order_id', 'in', orders)
    .orderBy('ordinal')
    .execute()
  return new Map(
    [...Map.groupBy(lines, (line) => line.order_id)].map(([id, ofOrder]) => {
      const shown = ofOrder.slice(0, 2).map((line) => `${line.name} ${line.ordered_qty ?? 0}${line.unit_label}`)
      const more = ofOrder.length - shown.length
      return [id, shown.join('、') + (more > 0 ? `、ほか${more}品` : '')]
    }),
  )
}

/** One of the farm's owners: each order that waits for an answer comes with a link to answer it without signing in. */
async function tellOwner(tx: DbOrTx, now: Date, first: News, owner: FarmOwner, orders: readonly Told[]): Promise<void> {
  const told: (Told & { link: AnswerLinkId | undefined })[] = []
  for (const order of orders) {
    const { membershipId } = owner
    const about = { id: order.orderId, deliveryOn: order.deliveryOn, version: order.version }
    const { eventId } = order
    const asked = { order: about, eventId, membershipId, step: 'answer' } as const
    const link = order.waits ? await mintAnswerLink(tx, now, asked) : undefined
    told.push({ ...order, link, answer: link && answerPage(link) })
  }
  await notify(
    tx,
    now,
    told.map((it) => ({
      ...noticeOf(it, owner.personId, 'farmer'),
      kind: it.waits ? ('question' as const) : ('order' as const),
      answerLinkId: it.link,
      usefulUntil: it.waits ? it.until : undefined,
    })),
  )
  if (owner.email === null) return
  const key = `order-news:${first.event_id}:${owner.email}`
  const mail = mailOf(told, 'farmer', '/farmer/orders')
  const kind = told.some(({ waits }) => waits) ? 'question' : 'order'
  await queueMail(tx, now, { ...mail, key, kind, template: 'farm_orders', to: owner.email as Email })
}

/** The person who ordered. */
async function tellBuyer(tx: DbOrTx, now: Date, first: News, orders: readonly Told[]): Promise<void> {
  const told = orders.map((it) => ({ ...noticeOf(it, first.person_id, 'restaurant'), kind: 'order' as const }))
  await notify(tx, now, told)
  if (first.email === null) return
  const key = `order-news:${first.event_id}`
  const mail = mailOf(orders, 'restaurant', '/restaurant/order/History')
  await queueMail(tx, now, { ...mail, key, template: 'restaurant_orders', to: first.email as Email })
}

/** Of one order only the last event; each person is notified of it once. */
const noticeOf = (it: Told, personId: PersonId, side: 'farmer' | 'restaurant') => ({
  key: `event:${it.eventId}:${personId}`,
  personId,
  title: `${it.said.split('。')[0]}（${it.title}）`,
  body: [it.goods, ...it.said.split('。').slice(1)].filter(Boolean).join('。'),
  path: `/${side}/orders/${it.orderId}` as const,
  orderId: it.orderId,
})

function mailOf(orders: readonly Told[], side: 'farmer' | 'restaurant', list: `/${string}`) {
  const [order] = orders
  const one = orders.length === 1 ? order : null
  return {
    notice: 'apart' as const,
    subject: one
      ? `【畝と皿】${one.said.split('。')[0]}（${one.title}）`
      : `【畝と皿】注文のお知らせが${orders.length}件あります`,
    body: createElement(OrderDigestMail, {
      orders,
      address: ourPage(one ? `/${side}/orders/${one.orderId}` : list),
    }),
  }
}

type Facts = { orders: readonly ToldOrder[]; address: OurPage }

export const OrderDigestMail = ({ orders, address }: Facts) => (
  <MailFrame
    preview={orders.map(({ title, said }) => `${title}：${said}`).join('　')}
    title={orders.length === 1 ? '注文のお知らせ' : `注文のお知らせ（${orders.length}件）`}
  >
    <MailFacts facts={orders.map(({ title, said, number }) => [`${title}（${number}）`, said])} />
    {orders.some(({ waits }) => waits) && <MailText>答える時刻をすぎると、新しい注文は期限切れになります。</MailText>}
    {orders.map(
      ({ answer, title, number }) =>
        answer && (
          <MailButton key={number} href={answer}>
            {orders.length === 1 ? 'サインインしないで答える' : `${title}に、サインインしないで答える`}
          </MailButton>
        ),
    )}
    <MailButton href={address}>{orders.length === 1 ? '注文を見る' : '注文の一覧を見る'}</MailButton>
  </MailFrame>
)
