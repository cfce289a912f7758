import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import {
  type AnswerLinkId,
  type NotificationAddressId,
  type NotificationId,
  newId,
  type OrderId,
  type PersonId,
} from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import type { NotificationTopic, RingingChannel } from '#kernel/notification-enums.ts'
import { notificationTopics } from './notification-topics.ts'
import { ringsAt } from './quiet-hours.ts'

export type NewInAppNotification = {
  /** Event and receiver: `event:<id>:<person>`. Idempotent: the same key is notified once. */
  key: string
  kind: NotificationTopic
  personId: PersonId
  /** One line. */
  title: string
  /** The text, one or two sentences; may be empty. */
  body: string
  /** The page of ours that it is about. */
  path: `/${string}`
  orderId?: OrderId | undefined
  /** The link with which the farm can answer without signing in. */
  answerLinkId?: AnswerLinkId | undefined
  /** After this it need not be delivered any more: the answer was due, the cut-off is over. */
  usefulUntil?: Date | undefined
}

const noticeColumns = [
  ...(['id', 'key', 'personId', 'kind', 'title', 'body', 'path', 'orderId', 'answerLinkId', 'createdAt'] as const),
  'usefulUntil',
] as const
const deliveryColumns = ['id', 'notificationId', 'channel', 'addressId', 'dueAt'] as const

/**
 * Tells people something, in the transaction of what it tells of: it stands in their centre, and is on its way by the
 * channels that they chose for its kind. What would ring in the recipient's night waits for the morning, unless its kind is urgent; what
 * is of no use by then does not ring at all. Part of notify.server.ts. Some hundreds at a time.
 */
export async function addNotifications(
  db: DbOrTx,
  now: Date,
  notifications: readonly NewInAppNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  const told = await db
    .insertInto('notifications')
    .columns(noticeColumns)
    .expression(
      manyRows(
        'notifications',
        noticeColumns,
        notifications.map((notice) => ({
          id: newId<'notification'>(),
          key: notice.key,
          personId: notice.personId,
          kind: notice.kind,
          title: notice.title.slice(0, 200),
          body: notice.body.slice(0, 1_000),
          path: notice.path,
          orderId: notice.orderId ?? null,
          answerLinkId: notice.answerLinkId ?? null,
          createdAt: now,
          usefulUntil: notice.usefulUntil ?? null,
        })),
      ),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['id', 'personId', 'kind', 'usefulUntil'])
    .execute()
  await ring(db, now, told)
}

type Told = { id: NotificationId; personId: PersonId; kind: NotificationTopic; usefulUntil: Date | null }

async function ring(db: DbOrTx, now: Date, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const addresses = await addressesOf(db, [...new Set(told.map(({ personId }) => personId))])
  const due = told.flatMap((notice) =>
    (addresses.get(notice.personId) ?? []).flatMap((it) => {
      const wanted = it.settings?.[notice.kind] ?? notificationTopics[notice.kind].rings
      if (!wanted.includes(it.channel)) return []
      const at = notificationTopics[notice.kind].urgent
        ? now
        : ringsAt(now, { from: it.quietFrom, until: it.quietUntil })
      if (notice.usefulUntil && at >= notice.usefulUntil) return []
      return [
        {
          id: newId<'notificationDelivery'>(),
          notificationId: notice.id,
          channel: it.channel,
          addressId: it.id,
          dueAt: at,
        },
      ]
    }),
  )
  if (due.length === 0) return
  await db
    .insertInto('notificationDeliveries')
    .columns(deliveryColumns)
    .expression(manyRows('notificationDeliveries', deliveryColumns, due))
    .execute()
}

type Address = {
  id: NotificationAddressId
  personId: PersonId
  channel: RingingChannel
  quietFrom: MinuteOfDay
  quietUntil: MinuteOfDay
  settings: Partial<Record<NotificationTopic, RingingChannel[]>> | null
}

/** Where these people are reached, with their settings: one query for any number. */
async function addressesOf(db: DbOrTx, people: readonly PersonId[]): Promise<Map<PersonId, Address[]>> {
  const rows = await db
    .selectFrom('notificationAddresses as a')
    .innerJoin('people', 'people.id', 'a.personId')
    .select(['a.id', 'a.personId', 'a.channel', 'people.quietFrom', 'people.quietUntil'])
    .select(
      sql<Address['settings']>`(select json_object_agg(s.kind, s.channels) from notification_settings s
                                 where s.person_id = a.person_id)`.as('settings'),
    )
    .where('a.personId', 'in', people)
    .where('a.endedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('a.id')
    .execute()
  return Map.groupBy(rows, (row) => row.personId)
}
