import type { DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import type { ConversationId } from '#kernel/ids.ts'
import { otherSide } from './conversation.ts'

/** A new message, and the side to notify. */
export type MessageNews = { conversationId: ConversationId; no: number; tells: Side; at: Date }

/**
 * Queues, in the transaction of the message, that a side has something new to read. One row for any number of messages:
 * each receiver is notified once, and not if they have read it by then (`forgetReadNews`).
 */
export async function queueMessageNews(db: DbOrTx, { conversationId, no, tells, at }: MessageNews): Promise<void> {
  await db
    .insertInto('talkNews')
    .values({ conversationId, side: tells, fromNo: no, at, toldAt: null })
    .onConflict((conflict) => conflict.columns(['conversationId', 'side']).doNothing())
    .execute()
}

/**
 * A member of the side has read up to there: nothing is left to notify, or later messages are a new entry. Called with
 * the lock of the conversation, so that nothing is written meanwhile.
 */
export async function forgetReadNews(
  db: DbOrTx,
  { conversationId, side, readNo }: { conversationId: ConversationId; side: Side; readNo: number },
): Promise<void> {
  const gone = await db
    .deleteFrom('talkNews')
    .where('conversationId', '=', conversationId)
    .where('side', '=', side)
    .where('fromNo', '<=', readNo)
    .returning('side')
    .executeTakeFirst()
  if (!gone) return
  const next = await db
    .selectFrom('messages')
    .select(['no', 'sentAt as at'])
    .where('conversationId', '=', conversationId)
    .where('side', '=', otherSide[side])
    .where('no', '>', readNo)
    .orderBy('no')
    .limit(1)
    .executeTakeFirst()
  if (next) await queueMessageNews(db, { conversationId, tells: side, ...next })
}
