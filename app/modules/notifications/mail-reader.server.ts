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
    .leftJoin('notification_settings as s', (join) =>
      join.onRef('s.person_id', '=', 'people.id').on('s.kind', '=', kind),
    )
    .select(['people.id', 'people.email', 's.mail', 'announcement_mails', 'price_mails'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('notification_addresses as a')
            .select('a.id')
            .whereRef('a.person_id', '=', 'people.id')
            .where('a.ended_at', 'is', null)
            .where(sql<boolean>`a.channel = any(s.channels)`),
        )
        .$castTo<boolean>()
        .as('rings'),
    )
    .where('people.email', 'in', [...new Set(addresses)])
    .where('closed_at', 'is', null)
    .$if(kind === 'inquiry', (rows) => rows.where('email_verified_at', 'is not', null))
    .execute()
  return new Map(rows.map((row) => [row.email ?? '', { personId: row.id, pace: paceOf(kind, row) }]))
}

type Wishes = { mail: MailPace | null; announcement_mails: boolean; price_mails: boolean; rings: boolean }

/**
 * What a user needs to trade is not collected for the digest, and is mailed if no other channel is left: the LINE
 * account was blocked, the browser is gone, the fax was removed.
 */
function paceOf(kind: NotificationTopic, row: Wishes): MailPace {
  if (notificationTopics[kind].needed) return row.mail === 'off' && row.rings ? 'off' : 'now'
  return switchedOff(kind, row) ? 'off' : (row.mail ?? 'now')
}

/** Mails about prices and from staff have their own switch on the person. */
export const switchedOff = (
  kind: NotificationTopic,
  { announcement_mails, price_mails }: { announcement_mails: boolean; price_mails: boolean },
): boolean => (kind === 'announcement' && !announcement_mails) || (kind === 'price' && !price_mails)

/** Adds these notifications to the morning digest, too. */
export const gatherForDigest = (db: DbOrTx, dueAt: Date, keys: readonly string[]) =>
  db
    .insertInto('notification_deliveries')
    .columns(['id', 'notification_id', 'channel', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('notifications')
        .select([sql`gen_random_uuid()`.as('id'), 'notifications.id as notification_id'])
        .select((is) => [is.val('mail').as('channel'), is.val(dueAt).as('due_at')])
        .where('notifications.key', 'in', keys),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
