import { sql } from 'kysely'
import { createElement } from 'react'
import type { Ctx } from '#access/ctx.ts'
import { formatDay } from '#kernel/format.ts'
import type { EventId, FarmId, PersonId, RecallId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { mailToOf, queueMails } from '#modules/outbox/queue-mail.server.ts'
import { handlingWord } from './recall-words.ts'

type Facts = {
  news: 'begun' | 'closed'
  farm: string
  phone: string
  /** What came to this restaurant: 人参（ロット261122）2箱、11月24日(火)着. */
  goods: readonly string[]
  words: string
  handling: string
  page: OurPage
}

/** To all members of a restaurant that received any of it; it says nothing about other restaurants. */
export const RecallNewsMail = ({ news, farm, phone, goods, words, handling, page }: Facts) => (
  <MailFrame
    preview={`${goods[0] ?? ''}${goods.length > 1 ? ` ほか${goods.length - 1}件` : ''}`}
    title={news === 'begun' ? `${farm}の品の回収のお願い` : `${farm}の品の回収が終わりました`}
  >
    <MailText>
      {news === 'begun'
        ? 'お届けした下の品を、使わないでください。使ったかどうかを、いますぐ答えてください。'
        : 'ご協力ありがとうございました。農園の報告です。'}
    </MailText>
    <MailFacts
      facts={[
        ['届いた品', goods.join('\n')],
        ...(news === 'begun' ? ([['どうするか', handling]] satisfies [string, string][]) : []),
        ['農園の電話', phone],
      ]}
    />
    <MailQuote>{words}</MailQuote>
    <MailButton href={page}>{news === 'begun' ? '使ったかどうかを答える' : '報告を見る'}</MailButton>
  </MailFrame>
)

type OfFarm = { reason: string; behalf: string; restaurants: number; lots: readonly string[]; page: OurPage }

/** To the farm on whose behalf staff have begun it. */
export const RecallBehalfMail = ({ reason, behalf, restaurants, lots, page }: OfFarm) => (
  <MailFrame preview={lots.join('、')} title="運営が、農園のかわりに回収をはじめました">
    <MailText>{`届いた${restaurants}店に連絡しました。返事のようすを見て、まだの店には電話してください。`}</MailText>
    <MailFacts
      facts={[
        ['品とロット', lots.join('\n')],
        ['理由', reason],
        ['運営がはじめた理由', behalf],
      ]}
    />
    <MailButton href={page}>進みぐあいを見る</MailButton>
  </MailFrame>
)

/** In the transaction of the recall, like the other mails. */
export const tellFarmOfRecall = (
  { db, now }: Ctx,
  { id, farmId, eventId, ...facts }: Omit<OfFarm, 'page'> & { id: RecallId; farmId: FarmId; eventId: EventId },
) =>
  tellOwners(
    db,
    now,
    { farmId },
    {
      key: `event:${eventId}:farm`,
      template: 'recall_behalf',
      subject: '【畝と皿】運営が、農園のかわりに回収をはじめました',
      body: createElement(RecallBehalfMail, { ...facts, page: ourPage(`/farmer/recalls/${id}`) }),
    },
  )

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
export async function tellOfRecall(ctx: Ctx, recallId: RecallId, news: Facts['news'], eventId: EventId): Promise<void> {
  const { db, now } = ctx
  const recall = await db
    .selectFrom('recalls')
    .innerJoin('farms', 'farms.id', 'recalls.farm_id')
    .select(['farms.name as farm', 'farms.phone', 'reason', 'handling', 'instructions', 'report', 'rehearsal'])
    .where('recalls.id', '=', recallId)
    .executeTakeFirstOrThrow()
  const received = await receivedOf(ctx, recallId)
  const readers = Map.groupBy(await readersOf(ctx, recallId), ({ restaurantId }) => restaurantId)
  for (const [restaurantId, rows] of received) {
    const people = readers.get(restaurantId) ?? []
    const first = rows[0]
    if (!first) continue
    await queueMails(db, now, {
      template: 'recall_news',
      to: people.map((it) => ({ key: `event:${eventId}:${restaurantId}:${it.personId}`, to: mailToOf(it) })),
      subject: `【畝と皿】${news === 'begun' ? '回収のお願い' : '回収が終わりました'}（${first.name}・ロット${first.code}）`,
      body: createElement(RecallNewsMail, {
        news,
        farm: recall.farm,
        phone: recall.phone,
        goods: rows.map(receivedWords),
        words:
          news === 'begun' ? [recall.reason, recall.instructions].filter(Boolean).join('\n') : (recall.report ?? ''),
        handling: handlingWord[recall.handling],
        page: ourPage(`/restaurant/recalls/${recallId}`),
      }),
    })
    if (news === 'begun')
      await db
        .updateTable('recall_targets')
        .set({ told_at: now, told_people: people.length })
        .where('recall_id', '=', recallId)
        .where('restaurant_id', '=', restaurantId)
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
