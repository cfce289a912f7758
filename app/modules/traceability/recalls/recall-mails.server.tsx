import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay } from '#kernel/format.ts'
import type { EventId, FarmId, PersonId, RecallId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { handlingWord } from './recall-labels.ts'

/**
 * To every member of a restaurant that received any of it; nothing in it is about another restaurant. `goods`: what came to this
 * restaurant: 人参（ロット261122）2箱、11月24日(火)着.
 */
const recallNews = notificationKind('recall_news', {
  about: 'recall',
  data: z.object({
    news: z.enum(['begun', 'closed']),
    recallId: z.string(),
    farm: z.string(),
    phone: z.string(),
    first: z.string(),
    goods: z.array(z.string()),
    words: z.string(),
    handling: z.string(),
  }),
  message: ({ news, recallId, farm, phone, first, goods, words, handling }) => ({
    title: `${news === 'begun' ? '回収のお願い' : '回収が終了しました'}（${first}）`,
    heading: news === 'begun' ? `${farm}の商品の回収のお願い` : `${farm}の商品の回収が終了しました`,
    summary: `${goods[0] ?? ''}${goods.length > 1 ? ` 他${goods.length - 1}件` : ''}`,
    parts: [
      {
        text:
          news === 'begun'
            ? '納品した次の商品を使用しないでください。使用の有無を至急ご回答ください。'
            : 'ご協力ありがとうございました。農園からの報告です。',
      },
      {
        facts: [
          ['届いた商品', goods.join('\n')],
          ...(news === 'begun' ? [['対応方法', handling] as const] : []),
          ['農園の電話番号', phone],
        ],
      },
      { quote: words },
      {
        button: news === 'begun' ? '使用の有無を回答する' : '報告を確認する',
        to: ourPage(`/restaurant/recalls/${recallId}`),
      },
    ],
  }),
  sample: {
    news: 'begun',
    recallId: '0193c0de-0000-7000-8000-000000000001',
    farm: '佐藤農園',
    phone: '0479-00-0000',
    first: '人参・ロット261122',
    goods: ['人参（ロット261122）2箱、11月24日(火)着'],
    words: '金属の破片が入っているおそれがあります。',
    handling: '使用せず、分けて保管してください',
  },
})

const ofFarm = z.object({
  id: z.string(),
  reason: z.string(),
  behalf: z.string(),
  restaurants: z.number(),
  lots: z.array(z.string()),
})
type OfFarm = z.infer<typeof ofFarm>

/** To the farm in whose place staff have begun it. */
const recallBehalf = notificationKind('recall_behalf', {
  about: 'recall',
  data: ofFarm,
  message: ({ id, reason, behalf, restaurants, lots }) => ({
    title: '運営が、農園に代わって回収を開始しました',
    summary: lots.join('、'),
    parts: [
      { text: `対象の${restaurants}店に連絡しました。回答状況を確認し、未回答の飲食店には電話で連絡してください。` },
      {
        facts: [
          ['商品とロット', lots.join('\n')],
          ['理由', reason],
          ['運営が開始した理由', behalf],
        ],
      },
      { button: '進捗を確認する', to: ourPage(`/farmer/recalls/${id}`) },
    ],
  }),
  sample: {
    id: '0193c0de-0000-7000-8000-000000000001',
    reason: '金属の破片が入っているおそれがあります。',
    behalf: '農園から電話で頼まれました。',
    restaurants: 3,
    lots: ['人参（ロット261122）'],
  },
})

export const recallKinds = [recallNews, recallBehalf] as const

/** In the transaction of the recall, like the other mails. */
export const tellFarmOfRecall = (
  { db, now }: Ctx,
  { farmId, eventId, ...data }: OfFarm & { id: RecallId; farmId: FarmId; eventId: EventId },
) => tellOwners(db, now, { farmId }, { key: `event:${eventId}:farm`, kind: recallBehalf, data })

type Received = {
  restaurantId: RestaurantId
  name: string
  code: string
  qty: number
  unit: string
  deliveryOn: JstDate
}
type Reader = { restaurantId: RestaurantId; personId: PersonId; email: string | null }

/**
 * Notifies every member of every affected restaurant, in the transaction of the event: one mail with each restaurant's
 * own data, and a notification through every channel, at night as well.
 */
export async function tellOfRecall(
  ctx: Ctx,
  recallId: RecallId,
  news: 'begun' | 'closed',
  eventId: EventId,
): Promise<void> {
  const { db, now } = ctx
  const recall = await db
    .selectFrom('recalls')
    .innerJoin('farms', 'farms.id', 'recalls.farmId')
    .select(['farms.name as farm', 'farms.phone', 'reason', 'handling', 'instructions', 'report', 'rehearsal'])
    .where('recalls.id', '=', recallId)
    .executeTakeFirstOrThrow()
  const received = await receivedOf(ctx, recallId)
  const readers = Map.groupBy(await readersOf(ctx, recallId), ({ restaurantId }) => restaurantId)
  for (const [restaurantId, rows] of received) {
    const people = readers.get(restaurantId) ?? []
    const first = rows[0]
    if (!first) continue
    await notifyMany(db, now, {
      kind: recallNews,
      to: people.map((it) => ({ key: `event:${eventId}:${restaurantId}:${it.personId}`, to: mailToOf(it) })),
      data: {
        news,
        recallId,
        first: `${first.name}・ロット${first.code}`,
        farm: recall.farm,
        phone: recall.phone,
        goods: rows.map(receivedWords),
        words:
          news === 'begun' ? [recall.reason, recall.instructions].filter(Boolean).join('\n') : (recall.report ?? ''),
        handling: handlingWord[recall.handling],
      },
    })
    if (news === 'begun')
      await db
        .updateTable('recallTargets')
        .set({ toldAt: now, toldPeople: people.length })
        .where('recallId', '=', recallId)
        .where('restaurantId', '=', restaurantId)
        .execute()
  }
}

const receivedWords = ({ name, code, qty, unit, deliveryOn }: Received) =>
  `${name}（ロット${code}）${qty}${unit}、${formatDay(deliveryOn)}着`

async function receivedOf({ db }: Ctx, recallId: RecallId): Promise<Map<RestaurantId, Received[]>> {
  const { rows } = await sql<Received>`
    select r.restaurant_id as "restaurantId", line.name, l.code, sum(r.qty)::int as qty, line.unit_label as unit,
           o.delivery_on as "deliveryOn"
      from recall_lines r join order_lines line on line.id = r.order_line_id join orders o on o.id = line.order_id
      join lots l on l.id = r.lot_id
     where r.recall_id = ${recallId}
     group by r.restaurant_id, line.name, l.code, line.unit_label, o.delivery_on
     order by r.restaurant_id, o.delivery_on desc, line.name, l.code`.execute(db)
  return Map.groupBy(rows, ({ restaurantId }) => restaurantId)
}

async function readersOf({ db }: Ctx, recallId: RecallId): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select distinct m.restaurant_id as "restaurantId", p.id as "personId", p.email
      from recall_targets t join memberships m on m.restaurant_id = t.restaurant_id join people p on p.id = m.person_id
     where t.recall_id = ${recallId} and p.closed_at is null order by 1, 2`.execute(db)
  return rows
}
