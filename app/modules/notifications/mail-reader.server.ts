import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { MailPace, NotificationTopic } from '#kernel/notification-enums.ts'
import { notificationTopics } from './notification-topics.ts'

/** The account that reads an address's mail, and how it wants mails of a kind. */
export type MailReader = { personId: PersonId; pace: MailPace }

/**
 * The people behind these addresses, with how they want mails of this kind. Addresses without an account are not
 * included, and are sent the mail as usual. The setting of two older kinds is on the person. The answer to an inquiry
 * goes to the address in the inquiry: it is shown as a notification only if the account has proven that address.
 */
export async function mailReaders(
  db: DbOrTx,
  kind: NotificationTopic,
  addresses: readonly string[],
): Promise<Map<string, MailReader>> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('notificationSettings as s', (join) => join.onRef('s.personId', '=', 'people.id').on('s.kind', '=', kind))
    .select(['people.id', 'people.email', 's.mail', 'announcementMails', 'priceMails'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('notificationAddresses as a')
            .select('a.id')
            .whereRef('a.personId', '=', 'people.id')
            .where('a.endedAt', 'is', null)
            .where(sql<boolean>`a.channel = any(s.channels)`),
        )
        .$castTo<boolean>()
        .as('rings'),
    )
    .where('people.email', 'in', [...new Set(addresses)])
    .where('closedAt', 'is', null)
    .$if(kind === 'inquiry', (rows) => rows.where('emailVerifiedAt', 'is not', null))
    .execute()
  return new Map(rows.map((row) => [row.email ?? '', readerWith(kind, row.id, row)]))
}

/** What a person has set for the mails of a kind; `rings`: whether another channel of theirs tells of it. */
export type MailWishes = { mail: MailPace | null; announcementMails: boolean; priceMails: boolean; rings: boolean }

/** The same reader for a caller that has read the wishes with something else. */
export const readerWith = (kind: NotificationTopic, personId: PersonId, wishes: MailWishes): MailReader => ({
  personId,
  pace: paceOf(kind, wishes),
})

/**
 * What a user needs to trade is not collected for the digest, and is mailed if no other channel is left: the LINE
 * account was blocked, the browser is gone, the fax was removed.
 */
function paceOf(kind: NotificationTopic, row: MailWishes): MailPace {
  if (notificationTopics[kind].needed) return row.mail === 'off' && row.rings ? 'off' : 'now'
  return switchedOff(kind, row) ? 'off' : (row.mail ?? 'now')
}

/** Mails about prices and from staff have their own switch on the person. */
export const switchedOff = (
  kind: NotificationTopic,
  { announcementMails, priceMails }: { announcementMails: boolean; priceMails: boolean },
): boolean => (kind === 'announcement' && !announcementMails) || (kind === 'price' && !priceMails)

/** Adds these notifications to the morning digest, too. */
export const gatherForDigest = (db: DbOrTx, dueAt: Date, keys: readonly string[]) =>
  db
    .insertInto('notificationDeliveries')
    .columns(['id', 'notificationId', 'channel', 'dueAt'])
    .expression((from) =>
      from
        .selectFrom('notifications')
        .select([sql`gen_random_uuid()`.as('id'), 'notifications.id as notificationId'])
        .select((is) => [is.val('mail').as('channel'), is.val(dueAt).as('dueAt')])
        .where('notifications.key', 'in', keys),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
