import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import type { ConversationId, FarmId, RestaurantId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import { mailToOf, notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { conversationPath } from './conversation.ts'
import { conversationNews } from './message-mails.server.tsx'

/** A member with the conversation open has read it by then, and is not notified. */
export const unreadMinutes = 2
/** Few per transaction: writers in these conversations wait for it. */
const atOnce = 20
/** How much of the text the notification contains. */
const shownLetters = 120

/**
 * Notifies a side of messages that are unread after some minutes: every member who may answer, once for everything
 * unread (`talk_news`). Concurrent workers take different conversations; after a crash nothing was sent. Returns the
 * number of conversations.
 */
export async function tellUnreadConversations({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  for (let told = 0; ; ) {
    const round = await db.transaction().execute(async (tx) => {
      const waiting = await claim(tx, now)
      for (const conversation of waiting) await tell(tx, now, conversation)
      return waiting.length
    })
    told += round
    if (round < atOnce) return told
  }
}

type Unread = {
  conversationId: ConversationId
  side: Side
  fromNo: number
  farmId: FarmId
  restaurantId: RestaurantId
  /** Who wrote. */
  writer: string
  /** The first unread text; null if it was removed. */
  words: string | null
  count: number
  /** The side has closed the conversation since. */
  closed: boolean
}

async function claim(db: DbOrTx, now: Date): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    with waiting as (
      select conversation_id, side from talk_news
       where told_at is null and at <= ${addMinutes(now, -unreadMinutes)}
       order by at limit ${atOnce}
         for update skip locked
    ), claimed as (
      update talk_news n set told_at = ${now} from waiting w
       where n.conversation_id = w.conversation_id and n.side = w.side
      returning n.conversation_id, n.side, n.from_no
    )
    select n.conversation_id, n.side, n.from_no, c.farm_id, c.restaurant_id,
           case n.side when 'farm' then r.name else f.name end as writer,
           unread.words, unread.count,
           case n.side when 'farm' then c.farm_blocked_at else c.restaurant_blocked_at end is not null as closed
      from claimed n
      join conversations c on c.id = n.conversation_id
      join farms f on f.id = c.farm_id
      join restaurants r on r.id = c.restaurant_id
      cross join lateral (
        select (array_agg(m.body order by m.no) filter (where m.removed_at is null and m.body <> ''))[1] as words,
               count(*) filter (where m.removed_at is null)::int as count
          from messages m
         where m.conversation_id = n.conversation_id and m.no >= n.from_no and m.side <> n.side) unread
     order by n.conversation_id, n.side`.execute(db)
  return rows
}

async function tell(db: DbOrTx, now: Date, conversation: Unread): Promise<void> {
  // removed messages, and those in a closed conversation, are not reported; the next message is
  if (conversation.count === 0 || conversation.closed) return forgetNews(db, conversation)
  const path = conversationPath(conversation.side, {
    farmId: conversation.farmId,
    restaurantId: conversation.restaurantId,
  })
  await notifyMany(db, now, {
    kind: conversationNews,
    data: {
      writer: conversation.writer,
      words: conversation.words === null ? null : shortened(conversation.words),
      count: conversation.count,
      address: ourPage(path),
    },
    to: (await answerersOf(db, conversation)).map((it) => ({
      key: `talk:${conversation.conversationId}:${conversation.fromNo}:${it.email ?? it.personId}`,
      to: mailToOf(it),
    })),
  })
}

async function forgetNews(db: DbOrTx, { conversationId, side }: Unread): Promise<void> {
  await db.deleteFrom('talkNews').where('conversationId', '=', conversationId).where('side', '=', side).execute()
}

/** Who may answer for the side (talk.write). */
const answerersOf = (db: DbOrTx, { side, farmId, restaurantId }: Unread) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('people', 'people.id', 'm.personId')
    .select(['people.id as personId', 'people.email'])
    .where((is) =>
      side === 'farm'
        ? is.and([is('m.farmId', '=', farmId), is.or([is('m.role', '=', 'owner'), is('m.rights', '<>', 'see')])])
        : is('m.restaurantId', '=', restaurantId),
    )
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('m.id')
    .execute()

const shortened = (words: string): string => {
  const line = words.replace(/\s+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > shownLetters ? `${letters.slice(0, shownLetters).join('')}…` : line
}
