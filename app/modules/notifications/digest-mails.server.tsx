import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { NotificationDeliveryId, PersonId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { notificationKind } from './notification-kind.ts'
import { notify } from './notify.server.ts'
import { ourPage } from './our-page.ts'

const gatheredNotification = z.object({ title: z.string(), body: z.string(), createdAt: z.string() })
type Gathered = { title: string; body: string; createdAt: Date }

const notificationDigest = notificationKind('notice_digest', {
  about: null,
  data: z.object({ day: z.string(), count: z.number(), notifications: z.array(gatheredNotification) }),
  message: ({ day, count, notifications }) => ({
    title: `お知らせが${count}件あります`,
    heading: `${day}のお知らせ（${notifications.length}件）`,
    summary: notifications.map(({ title }) => title).join('　'),
    parts: [
      { facts: notifications.map(({ title, body, createdAt }) => [`${createdAt}　${title}`, body || '—'] as const) },
      { button: 'お知らせを画面で確認する', to: ourPage('/notices') },
      { text: '1日分を、朝に1通にまとめています。通知方法は「マイ設定」の「お知らせの届け先」で変更できます。' },
    ],
  }),
  sample: {
    day: '11月25日(水)',
    count: 2,
    notifications: [
      {
        title: '佐藤農園「にんじん」の価格が変わります',
        body: '¥1,800 → ¥1,950（12月1日のお届けから）',
        createdAt: '11/24 12:00',
      },
      { title: '祝ほうれん草（佐藤農園）：入荷しました', body: '', createdAt: '11/24 14:10' },
    ],
  },
})

export const digestKinds = [notificationDigest] as const

/** The rest is on the page behind the button. */
const mostInOne = 50

/**
 * Sends the morning digest: one mail with a person's collected notifications. They are taken and the mail queued in one
 * transaction, so that nothing is sent twice; several processes may run it. Returns the number of mails.
 */
export async function mailDigests(system: Omit<Ctx, 'actor'>): Promise<number> {
  let mails = 0
  while (await mailNext(system)) mails += 1
  return mails
}

const mailNext = ({ db, now }: Omit<Ctx, 'actor'>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // claims the person, not single notifications: two concurrent workers would each mail a part
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where('id', 'in', due(tx, now).select('n.personId'))
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!person) return false
    const gathered = await due(tx, now)
      .select(['d.id', 'n.title', 'n.body', 'n.createdAt'])
      .where('n.personId', '=', person.id)
      .orderBy('n.createdAt')
      .orderBy('d.id')
      .limit(1_000)
      .forUpdate('d')
      .execute()
    if (gathered.length === 0) return true
    await end(tx, now, gathered)
    await mailTo(tx, now, person.id, gathered)
    return true
  })

const due = (tx: DbOrTx, now: Date) =>
  tx
    .selectFrom('notificationDeliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notificationId')
    .where('d.channel', '=', 'mail')
    .where('d.dueAt', '<=', now)

const end = (tx: DbOrTx, now: Date, gathered: readonly { id: NotificationDeliveryId }[]) =>
  tx
    .updateTable('notificationDeliveries')
    .set({ sentAt: now, dueAt: null })
    .where(
      'id',
      'in',
      gathered.map(({ id }) => id),
    )
    .execute()

async function mailTo(
  tx: DbOrTx,
  now: Date,
  personId: PersonId,
  gathered: readonly (Gathered & { id: NotificationDeliveryId })[],
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  const [first] = gathered
  if (!person?.email || !first) return
  await notify(tx, now, {
    key: `notices:${first.id}`,
    kind: notificationDigest,
    to: person.email as Email,
    data: {
      day: formatDay(jstDateOf(now)),
      count: gathered.length,
      notifications: gathered
        .slice(0, mostInOne)
        .map(({ title, body, createdAt }) => ({ title, body, createdAt: formatMoment(createdAt) })),
    },
  })
}
