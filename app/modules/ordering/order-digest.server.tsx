import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { ShipTo } from '#kernel/enums.ts'
import { formatDay, formatDeadline, formatGrams, formatPostalCode } from '#kernel/format.ts'
import type { AnswerLinkId, EventId, OrderId, PersonId } from '#kernel/ids.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notify, notifyEach } from '#modules/notifications/notify.server.ts'
import { answerPage, ourPage } from '#modules/notifications/our-page.ts'
import { rideOfOrder } from '#modules/runs/ride-of-order.server.ts'
import { type FarmOwner, farmOwners, mintAnswerLink } from './answer-links.server.ts'
import { deliveryNotesOf } from './delivery-notes.ts'
import { wordOf } from './order-digest.ts'
import { receivingNote } from './order-queries.server.ts'
import { linesOf, parcelsOf } from './order-store.server.ts'
import { ruleOf, transitionOf } from './process/transitions.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { wayOfOrder } from './way-of-order.ts'

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
    const news = await takeNext(tx, now)
    const [first] = news
    if (!first) return false
    const goods = await goodsOf(
      tx,
      news.map((row) => row.orderId),
    )
    const orders = [...Map.groupBy(news, (row) => row.orderId).values()].flatMap((ofOrder) => {
      const names = ofOrder.flatMap(({ kind }) => transitionOf(kind) ?? [])
      const last = ofOrder.at(-1)
      return last ? [toldOf(last, wordOf(last.party, names), goods.get(last.orderId) ?? '', now)] : []
    })
    const shipped = first.party === 'restaurant' ? await shipmentsIn(tx, news) : null
    const asked = first.party === 'farm' ? await askedIn(tx, orders) : null
    if (first.party === 'farm')
      for (const owner of await farmOwners(tx, first.farmId))
        await tellOwner(
          tx,
          now,
          first,
          owner,
          orders.map((it) => ({ ...it, asked: asked?.get(it.orderId) })),
        )
    else
      await tellBuyer(
        tx,
        now,
        first,
        orders.map((it) => ({ ...it, shipped: shipped?.get(it.orderId) })),
      )
    return true
  })

/** The oldest row, with all others for the same farm or person; deleted from the queue. */
async function takeNext(tx: DbOrTx, now: Date) {
  const all = tx
    .selectFrom('orderNews')
    .innerJoin('orders', 'orders.id', 'orderNews.orderId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .innerJoin('events', 'events.id', 'orderNews.eventId')
    .select([
      'orderNews.eventId',
      'orderNews.orderId',
      'orderNews.party',
      'events.kind',
      'orders.farmId',
      'orders.number',
      'orders.state',
      'orders.deliveryOn',
      'orders.answerDueAt',
      'orders.version',
      'orders.note',
      'orders.slot',
      'orders.shipTo',
      'orders.restOn',
      'orders.way',
      'purchases.personId',
      'people.email',
      'farms.name as farm',
      'restaurants.name as restaurant',
    ])
    .select([rideOfOrder('orders').as('ride'), receivingNote])
    // an acceptance waits until it cannot be taken back any more
    .where((is) =>
      is.or([
        is('orders.acceptUndoUntil', 'is', null),
        is('orders.acceptUndoUntil', '<', now),
        is('orderNews.party', '=', 'farm'),
      ]),
    )
    .orderBy('orderNews.at')
    .orderBy('orderNews.eventId')
    .forUpdate('orderNews')
    .skipLocked()
  const first = await all.limit(1).executeTakeFirst()
  if (!first) return []
  const same = all.where('orderNews.party', '=', first.party)
  const news = await (first.party === 'farm'
    ? same.where('orders.farmId', '=', first.farmId)
    : same.where('purchases.personId', '=', first.personId)
  )
    .limit(mostInOne)
    .execute()
  await tx
    .deleteFrom('orderNews')
    .where(
      'eventId',
      'in',
      news.map((row) => row.eventId),
    )
    .execute()
  return news
}

type News = Awaited<ReturnType<typeof takeNext>>[number]

/** `waits`: for the farm's answer; `answer`: the page where it can be given without signing in. */
const toldOrder = z.object({
  title: z.string(),
  said: z.string(),
  number: z.string(),
  waits: z.boolean(),
  answer: page.optional(),
  /** What left and its boxes, in the mail about a shipment. */
  shipped: facts.optional(),
  /** Of an order that waits for its farm: goods, day, destination, and what the restaurant wrote. */
  asked: facts.optional(),
})
type ToldOrder = z.infer<typeof toldOrder>

type Told = ToldOrder & {
  row: News
  orderId: OrderId
  eventId: EventId
  goods: string
  /** How it leaves its farm, if no carrier takes it. */
  way: string | null
  /** What the restaurant wrote, in one line. */
  notes: string
  deliveryOn: News['deliveryOn']
  version: number
  until: Date
}

function toldOf(row: News, word: string, goods: string, now: Date): Told {
  const who = row.party === 'farm' ? row.restaurant : row.farm
  const waits = row.party === 'farm' && row.state === 'placed' && row.answerDueAt > now
  return {
    row,
    orderId: row.orderId,
    eventId: row.eventId,
    deliveryOn: row.deliveryOn,
    version: row.version,
    until: row.answerDueAt,
    goods,
    way: wayOfOrder(row),
    notes: waits ? oneLine(deliveryNotesOf(row).map(({ text }) => text)) : '',
    title: `${who}・${formatDay(row.deliveryOn)}お届け`,
    said:
      row.state === 'partly_shipped' && row.restOn
        ? `${word}。残りは${formatDay(row.restOn)}までにお届けします`
        : waits
          ? `${word}。${formatDeadline(row.answerDueAt, now)}までに回答してください`
          : word,
    number: row.number,
    waits,
  }
}

/** What a device shows of the notes beside the goods; the mail and the page have all of them. */
const longestNotes = 60

function oneLine(texts: readonly string[]): string {
  const all = [...texts.join('／').replaceAll(/\s+/g, ' ')]
  return all.length > longestNotes ? `${all.slice(0, longestNotes - 1).join('')}…` : all.join('')
}

/** What a farm needs to answer, of the orders that wait for it: all goods, where they go, and what the restaurant wrote. */
async function askedIn(tx: DbOrTx, orders: readonly Told[]): Promise<Map<OrderId, Fact[]>> {
  const waiting = orders.filter(({ waits }) => waits)
  if (waiting.length === 0) return new Map()
  const lines = await linesOf(
    tx,
    waiting.map(({ orderId }) => orderId),
  )
  return new Map(
    waiting.map(({ orderId, row, way }) => [
      orderId,
      [
        ...(lines.get(orderId) ?? []).flatMap((line): Fact[] => {
          const qty = reservedQuantity(line)
          return qty > 0 ? [[`${line.name} ${line.packLabel}`, `${qty}${line.unitLabel}`]] : []
        }),
        ['お届け', `${formatDay(row.deliveryOn)}${row.slot === 'none' ? '' : ` ${slotWord[row.slot]}`}`],
        ...(way === null ? [] : [['お届け方法', way] as const]),
        ['お届け先', `${formatPostalCode(row.shipTo.postalCode)} ${addressOf(row.shipTo)}`],
        ['電話', row.shipTo.phone],
        ...deliveryNotesOf(row).map(({ word, text }): Fact => [word, text]),
      ],
    ]),
  )
}

function addressOf({ prefectureCode, city, street, building }: ShipTo): string {
  const code = parsePrefCode(prefectureCode)
  return `${code ? prefectureOf(code).name : ''}${city}${street} ${building}`.trim()
}

/** 大玉トマト 2箱、他2点: a summary of each of these orders. */
async function goodsOf(tx: DbOrTx, orders: readonly OrderId[]): Promise<Map<OrderId, string>> {
  const lines = await tx
    .selectFrom('orderLines')
    .select(['orderId', 'name', 'orderedQty', 'unitLabel'])
    .where('orderId', 'in', orders)
    .orderBy('ordinal')
    .execute()
  return new Map(
    [...Map.groupBy(lines, (line) => line.orderId)].map(([id, ofOrder]) => {
      const shown = ofOrder.slice(0, 2).map((line) => `${line.name} ${line.orderedQty ?? 0}${line.unitLabel}`)
      const more = ofOrder.length - shown.length
      return [id, shown.join('、') + (more > 0 ? `、他${more}点` : '')]
    }),
  )
}

const isShipment = ({ kind }: News) => kind === ruleOf('ship').event || kind === ruleOf('shipPart').event

/** What has left of the orders that were shipped: the goods, and the number of every box. */
async function shipmentsIn(tx: DbOrTx, news: readonly News[]): Promise<Map<OrderId, Fact[]>> {
  const ids = news.filter(isShipment).map(({ orderId }) => orderId)
  if (ids.length === 0) return new Map()
  const [lines, parcels] = [await linesOf(tx, ids), await parcelsOf(tx, ids)]
  // while the rest is to come, nothing else says what has left
  const parts = await tx.selectFrom('partLines').select(['orderLineId', 'qty']).where('orderId', 'in', ids).execute()
  const left = new Map(parts.map(({ orderLineId, qty }) => [orderLineId, qty]))
  return new Map(
    ids.map((id) => [
      id,
      [
        ...(lines.get(id) ?? []).flatMap(({ id, name, packLabel, unitLabel, quantities: { shipped } }): Fact[] => {
          const qty = shipped?.qty ?? left.get(id) ?? 0
          const grams = shipped?.grams ? `（実重量 ${formatGrams(shipped.grams)}）` : ''
          return qty > 0 ? [[`${name} ${packLabel}`, `${qty}${unitLabel}${grams}`]] : []
        }),
        ...(parcels.get(id) ?? [])
          .filter(({ unused }) => !unused)
          .flatMap(({ carrier, trackingNumber }, index): Fact[] =>
            carrier && trackingNumber
              ? [
                  [
                    `送り状番号（${index + 1}個口目）`,
                    `${carrierName(carrier)} ${formatTrackingNumber(trackingNumber)}`,
                  ],
                ]
              : [],
          ),
      ],
    ]),
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
  await notifyEach(
    tx,
    now,
    orderMoved,
    told.map((it) => ({
      ...oneOrder(it, owner.personId, 'farmer'),
      concerns: { orderId: it.orderId, answerLinkId: it.link, usefulUntil: it.waits ? it.until : undefined },
    })),
  )
  if (owner.email === null) return
  const key = `order-news:${first.eventId}:${owner.email}`
  await notify(tx, now, {
    key,
    kind: farmOrders,
    data: { orders: told.map(mailed), address: listOr(told, 'farmer', '/farmer/orders') },
    to: owner.email as Email,
  })
}

/** The person who ordered. */
async function tellBuyer(tx: DbOrTx, now: Date, first: News, orders: readonly Told[]): Promise<void> {
  await notifyEach(
    tx,
    now,
    orderMoved,
    orders.map((it) => ({ ...oneOrder(it, first.personId, 'restaurant'), concerns: { orderId: it.orderId } })),
  )
  if (first.email === null) return
  await notify(tx, now, {
    key: `order-news:${first.eventId}`,
    kind: restaurantOrders,
    data: { orders: orders.map(mailed), address: listOr(orders, 'restaurant', '/restaurant/order/History') },
    to: first.email as Email,
  })
}

/** Of one order the last event counts; it is told to one person once. */
const oneOrder = (it: Told, personId: PersonId, side: 'farmer' | 'restaurant') => ({
  key: `event:${it.eventId}:${personId}`,
  data: {
    title: it.title,
    said: it.said,
    goods: it.goods,
    notes: it.notes,
    waits: side === 'farmer' && it.waits,
    address: ourPage(`/${side}/orders/${it.orderId}`),
  },
  to: { personId },
})

const mailed = ({ title, said, number, waits, answer, shipped, asked }: Told): ToldOrder => ({
  title,
  said,
  number,
  waits,
  answer,
  shipped,
  asked,
})

const listOr = ([order, ...more]: readonly Told[], side: 'farmer' | 'restaurant', list: `/${string}`) =>
  ourPage(order && more.length === 0 ? `/${side}/orders/${order.orderId}` : list)

/** What happened to one order, behind the bell and where it rings; its mail gathers several (farm_orders). */
const orderMoved = notificationKind('order_moved', {
  about: ({ waits }) => (waits ? 'question' : 'order'),
  only: 'notice',
  data: z.object({
    title: z.string(),
    said: z.string(),
    goods: z.string(),
    /** Rows of before it was told have none. */
    notes: z.string().default(''),
    waits: z.boolean(),
    address: page,
  }),
  message: ({ title, said, goods, notes, address }) => {
    const [happened, ...more] = said.split('。')
    return {
      title: `${happened}（${title}）`,
      summary: [goods, notes && `備考：${notes}`, ...more].filter(Boolean).join('。'),
      page: address,
      parts: [],
    }
  },
  sample: {
    title: '神楽坂 森・11月26日(木)お届け',
    said: '新しい注文。今日14:00までに回答してください',
    goods: '大玉トマト 2箱',
    notes: '裏口へ。11時まで',
    waits: true,
    address: ourPage('/farmer/orders'),
  },
})

const digest = z.object({ orders: z.array(toldOrder), address: page })

const digestMessage = ({ orders, address }: z.infer<typeof digest>) => {
  const [order, ...more] = orders
  const one = more.length === 0 ? order : undefined
  return {
    title: one ? `${one.said.split('。')[0]}（${one.title}）` : `注文のお知らせが${orders.length}件あります`,
    heading: one ? '注文のお知らせ' : `注文のお知らせ（${orders.length}件）`,
    summary: orders.map(({ title, said }) => `${title}：${said}`).join('　'),
    parts: [
      { facts: orders.map(({ title, said, number }) => [`${title}（${number}）`, said] as const) },
      ...orders.flatMap(({ title, shipped }) =>
        shipped
          ? [{ text: one ? '出荷した商品と送り状番号' : `${title}：出荷した商品と送り状番号` }, { facts: shipped }]
          : [],
      ),
      ...orders.flatMap(({ title, asked }) => (asked ? [...(one ? [] : [{ text: title }]), { facts: asked }] : [])),
      orders.some(({ shipped }) => shipped) && { text: '配送の状況は、注文の画面の送り状番号から確認できます。' },
      orders.some(({ waits }) => waits) && { text: '回答期限を過ぎると、新しい注文は期限切れになります。' },
      ...orders.map(
        ({ answer, title }) =>
          answer !== undefined && {
            button: one ? 'サインインせずに回答する' : `${title}に、サインインせずに回答する`,
            to: answer,
          },
      ),
      { button: one ? '注文を見る' : '注文一覧を見る', to: address },
    ],
  }
}

const farmOrders = notificationKind('farm_orders', {
  about: ({ orders }) => (orders.some(({ waits }) => waits) ? 'question' : 'order'),
  only: 'mail',
  tradeRecord: true,
  data: digest,
  message: digestMessage,
  sample: {
    orders: [
      {
        title: '神楽坂 森・11月26日(木)お届け',
        said: '新しい注文。今日14:00までに回答してください',
        number: '261124-00042-1',
        waits: true,
        answer: ourPage('/a/…'),
        asked: [
          ['大玉トマト 桃太郎 2kg', '2箱'],
          ['お届け', '11月26日(木) 午前中'],
          ['お届け先', '〒162-0825 東京都新宿区神楽坂1-2-3'],
          ['電話', '03-1234-5678'],
          ['納品時の注意', '裏口へ。11時まで'],
        ],
      },
      {
        title: '灯・11月26日(木)お届け',
        said: '注文の数量が減りました',
        number: '261124-00031-2',
        waits: false,
      },
    ],
    address: ourPage('/farmer/orders'),
  },
})

const restaurantOrders = notificationKind('restaurant_orders', {
  about: 'order',
  only: 'mail',
  tradeRecord: true,
  data: digest,
  message: digestMessage,
  sample: {
    orders: [
      { title: '佐藤農園・11月26日(木)お届け', said: '受注が確定しました', number: '261124-00042-1', waits: false },
    ],
    address: ourPage('/restaurant/order/History'),
  },
})

export const orderDigestKinds = [orderMoved, farmOrders, restaurantOrders] as const
