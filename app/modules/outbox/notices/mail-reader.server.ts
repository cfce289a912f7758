import { sql } from 'kysely'
import type { DbOrTx } from '#access/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { MailPace, NoticeKind } from '#kernel/notice-words.ts'
import { noticeKinds } from './notice-kinds.ts'

/** Who reads the mails of an address, and how they want those of a kind. */
export type MailReader = { personId: PersonId; pace: MailPace }

/**
 * The people behind these addresses, with how they want mails of this kind. Whoever has no account with us is not among
 * them, and is written to as always. Two kinds have had their switch on the person since before there were others. An inquiry
 * is answered to the address that stands in it: only who has proven that it is theirs reads the answer in their centre.
 */
export async function mailReaders(
  db: DbOrTx,
  kind: NoticeKind,
  addresses: readonly string[],
): Promise<Map<string, MailReader>> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('notice_settings as s', (join) => join.onRef('s.person_id', '=', 'people.id').on('s.kind', '=', kind))
    .select(['people.id', 'people.email', 's.mail', 'announcement_mails', 'price_mails'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('notice_addresses as a')
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
 * What one needs to trade is not gathered, and comes by mail where nothing else is left: the LINE account was blocked since,
 * the browser is gone, the fax was taken off.
 */
function paceOf(kind: NoticeKind, row: Wishes): MailPace {
  if (noticeKinds[kind].needed) return row.mail === 'off' && row.rings ? 'off' : 'now'
  return switchedOff(kind, row) ? 'off' : (row.mail ?? 'now')
}

/** Mails about prices and from staff have a switch of their own on the person. */
export const switchedOff = (
  kind: NoticeKind,
  { announcement_mails, price_mails }: { announcement_mails: boolean; price_mails: boolean },
): boolean => (kind === 'announcement' && !announcement_mails) || (kind === 'price' && !price_mails)

/** What is told now stands in the mail of the morning, too. */
export const gatherForDigest = (db: DbOrTx, dueAt: Date, keys: readonly string[]) =>
  db
    .insertInto('notice_deliveries')
    .columns(['id', 'notice_id', 'channel', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('notices')
        .select([sql`gen_random_uuid()`.as('id'), 'notices.id as notice_id'])
        .select((is) => [is.val('mail').as('channel'), is.val(dueAt).as('due_at')])
        .where('notices.key', 'in', keys),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
