import type pg from 'pg'
import { formatDay } from '#kernel/format.ts'
import { addMinutes, type JstDate, parseJstDate } from '#kernel/jst.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { insertRows, type Row } from './bulk.ts'
import type { MakeId } from './ids.ts'

type Recent = {
  order_id: Row<'orders'>['id']
  farm: string
  restaurant: string
  chef: Row<'people'>['id']
  farmer: Row<'people'>['id']
  delivery: string
  kind: string
  at: Date
}

/** The notifications of each side about a step. */
const words: Record<string, { chef?: [NotificationTopic, string]; farmer?: [NotificationTopic, string] }> = {
  order_placed: { farmer: ['question', '新しい注文'] },
  order_accepted: { chef: ['order', '受注が確定しました'] },
  order_shipped: { chef: ['order', '出荷しました'] },
  order_cancelled: { farmer: ['order', '注文がキャンセルされました'] },
  order_expired: { chef: ['order', '回答期限を過ぎたため、期限切れになりました'] },
  claim_opened: { farmer: ['claim', '届いた品の申し出があります'] },
  claim_answered: { chef: ['claim', '申し出に返事がありました'] },
}

const days = 7

/**
 * The demo users' notifications of the last week, from what happened in it: the newest six of each are unread. The
 * demo's farmer receives faxes as well.
 */
export async function tellNotifications(client: pg.ClientBase, now: Date, id: MakeId): Promise<void> {
  const { rows } = await client.query<Recent>(
    `select e.order_id, f.name as farm, r.name as restaurant, p.person_id as chef, o.delivery_on::text as delivery, e.kind, e.at,
            (select person_id from memberships where farm_id = f.id and role = 'owner' order by id limit 1) as farmer
       from events e
       join orders o on o.id = e.order_id
       join purchases p on p.id = o.purchase_id
       join farms f on f.id = o.farm_id
       join restaurants r on r.id = o.restaurant_id
      where e.at > $1 and e.at <= $2 and e.kind = any($3)
        and (exists (select from people where id = p.person_id and email in ('chef@example.jp', 'owner@example.jp'))
             or exists (select from memberships m join people on people.id = m.person_id
                         where m.farm_id = f.id and people.email like 'farmer%@example.jp'))
      order by e.at, e.seq`,
    [addMinutes(now, -days * 24 * 60), now, Object.keys(words)],
  )
  const told = rows.flatMap((row) => notificationsOf(row, id))
  for (const person of new Set(told.map(({ personId }) => personId)))
    for (const old of told.filter(({ personId }) => personId === person).slice(0, -6))
      old.readAt = addMinutes(old.createdAt, 30)
  await insertRows(client, 'notifications', told)
  await client.query(
    `insert into notification_addresses (id, person_id, channel, address, label, created_at)
     select $1, id, 'fax', '+81967123456', '0967-12-3456', $2 from people where email = 'farmer@example.jp'`,
    [id(now), now],
  )
  await client.query(
    `insert into notification_deliveries (id, notification_id, channel, address_id, due_at, tries, last_error, failed_at)
     select $1, n.id, 'fax', a.id, null, 6, '話し中で、つながりません', $2
       from notification_addresses a
       join lateral (select id from notifications where person_id = a.person_id and kind = 'question'
                      order by created_at desc offset 3 limit 1) n on true
      where a.channel = 'fax'`,
    [id(now), addMinutes(now, -50)],
  )
}

function notificationsOf(row: Recent, id: MakeId): Row<'notifications'>[] {
  const said = words[row.kind]
  const day = parseJstDate(row.delivery)
  if (!said || !day) return []
  return [
    ...(said.chef
      ? [noticeOf(row, day, id, { to: row.chef, who: row.farm, side: 'restaurant', said: said.chef })]
      : []),
    ...(said.farmer
      ? [noticeOf(row, day, id, { to: row.farmer, who: row.restaurant, side: 'farmer', said: said.farmer })]
      : []),
  ]
}

type Told = {
  to: Recent['chef']
  who: string
  side: 'restaurant' | 'farmer'
  said: readonly [NotificationTopic, string]
}

const noticeOf = (row: Recent, day: JstDate, id: MakeId, { to, who, side, said }: Told): Row<'notifications'> => {
  const notice = id<'notification'>(row.at)
  return {
    id: notice,
    key: `demo:${notice}`,
    personId: to,
    kind: said[0],
    title: `${said[1]}（${who}・${formatDay(day)}お届け）`,
    body: '',
    path: `/${side}/orders/${row.order_id}`,
    orderId: row.order_id,
    answerLinkId: null,
    createdAt: row.at,
    usefulUntil: null,
    readAt: null,
  }
}
