import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { MailId, NotificationDeliveryId } from '#kernel/ids.ts'
import { type RingingChannel, ringingChannels } from '#kernel/notification-enums.ts'
import type { DeadJob, JobEnd } from '#kernel/queue-job.ts'
import { ok, type Result } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'

export type Undelivered = {
  channel: RingingChannel | 'mail'
  id: MailId | NotificationDeliveryId
  /** The receiver; null if it was not a person with an account. */
  person: string | null
  /** The destination: a mail address, a number; for browsers and LINE accounts there is nothing readable. */
  to: string
  what: string
  failedAt: Date
  reason: string
}

/** Takes over what a queue has given up: its row says so from now on. */
export async function giveUp({ db, now }: Pick<Ctx, 'db' | 'now'>, jobs: readonly DeadJob[]): Promise<JobEnd[]> {
  for (const [queue, dead] of Map.groupBy(jobs, ({ sourceName }) => sourceName)) {
    const table = queue === 'mail' ? 'mails' : queue === 'webhook' ? 'webhookDeliveries' : 'notificationDeliveries'
    const ids = dead.map(({ sourceId }) => sourceId)
    await sql`
      update ${sql.table(table)} set failed_at = ${now}, due_at = null
       where id = any(${ids}::uuid[]) and due_at is not null`.execute(db)
  }
  return jobs.map(({ id }) => ({ id, status: 'completed' }))
}

const mostShown = 200

/** What was not delivered, newest first: refused, or given up after retries. For staff, who then call. */
export const undelivered = query('notifications.undelivered', async (ctx): Promise<Undelivered[]> => {
  authorize(ctx.actor, 'notifications.undelivered', null)
  const { rows } = await sql<Undelivered>`
    (select 'mail' as channel, m.id, p.name as person, m.recipient as "to", m.subject as what, m.failed_at as "failedAt",
            coalesce(m.last_error, '') as reason
       from mails m left join people p on p.id = m.person_id
      where m.failed_at is not null order by m.failed_at desc limit ${mostShown})
    union all
    (select d.channel, d.id, p.name, case when d.channel in ('sms', 'fax') then a.label else '' end, n.title, d.failed_at,
            coalesce(d.last_error, '')
       from notification_deliveries d
       join notifications n on n.id = d.notification_id
       join people p on p.id = n.person_id
       left join notification_addresses a on a.id = d.address_id
      where d.failed_at is not null order by d.failed_at desc limit ${mostShown})
    order by "failedAt" desc limit ${mostShown}`.execute(ctx.db)
  return rows
})

/**
 * The outcome: it is sent again; it is already being sent; or that would be useless, because the address is gone or its
 * time is over. Then staff still see it.
 */
export type SentAgain = 'again' | 'already' | 'useless'

/** Starts over: the number was corrected, or the other side was unavailable for long. */
export const sendAgain = repeatable({
  name: 'notification.send_again',
  permission: 'notifications.undelivered',
  input: {
    channel: z.enum(['mail', ...ringingChannels]),
    id: IdOf<'mail' | 'notificationDelivery'>('送信したお知らせ'),
  },
  refusals: noRefusals,
  run: async (ctx, { channel, id }): Promise<Result<SentAgain, never>> => {
    authorize(ctx.actor, 'notifications.undelivered', null)
    const { db, now } = ctx
    if (channel !== 'mail' && (await isUseless(ctx, id as NotificationDeliveryId))) return ok('useless')
    const again = { dueAt: now, tries: 0, failedAt: null }
    const sent =
      channel === 'mail'
        ? await db
            .updateTable('mails')
            .set(again)
            .where('id', '=', id as MailId)
            .where('failedAt', 'is not', null)
            .executeTakeFirst()
        : await db
            .updateTable('notificationDeliveries')
            .set(again)
            .where('id', '=', id as NotificationDeliveryId)
            .where('failedAt', 'is not', null)
            .executeTakeFirst()
    return ok(sent.numUpdatedRows > 0n ? 'again' : 'already')
  },
})

async function isUseless({ db, now }: Ctx, id: NotificationDeliveryId): Promise<boolean> {
  const found = await db
    .selectFrom('notificationDeliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notificationId')
    .innerJoin('notificationAddresses as a', 'a.id', 'd.addressId')
    .select('d.id')
    .where('d.id', '=', id)
    .where('d.failedAt', 'is not', null)
    .where((is) => is.or([is('a.endedAt', 'is not', null), is('n.usefulUntil', '<=', now)]))
    .executeTakeFirst()
  return found !== undefined
}
