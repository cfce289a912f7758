import type { DbOrTx } from '#access/ctx.ts'
import type { ConversationId } from '#kernel/ids.ts'
import type { Side } from '#kernel/words.ts'
import { otherSide } from './talk.ts'

/** A message that has just been written, and the side that has to hear of it. */
export type MessageNews = { conversationId: ConversationId; no: number; tells: Side; at: Date }

/**
 * Queues, in the transaction of the message, that a side has something new to read. One row however much is written
 * meanwhile: whoever is told of it is told once, and nobody who has read it by then (`forgetReadNews`).
 */
export async function queueMessageNews(db: DbOrTx, { conversationId, no, tells, at }: MessageNews): Promise<void> {
  await db
    .insertInto('talk_news')
    .values({ conversation_id: conversationId, side: tells, from_no: no, at, told_at: null })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'side']).doNothing())
    .execute()
}

/**
 * Somebody of the side has read up to there: there is nothing left to tell, or what came after that is news of its own.
 * Called with the lock of the conversation, so that nothing is written meanwhile.
 */
export async function forgetReadNews(
  db: DbOrTx,
  { conversationId, side, readNo }: { conversationId: ConversationId; side: Side; readNo: number },
): Promise<void> {
  const gone = await db
    .deleteFrom('talk_news')
    .where('conversation_id', '=', conversationId)
    .where('side', '=', side)
    .where('from_no', '<=', readNo)
    .returning('side')
    .executeTakeFirst()
  if (!gone) return
  const next = await db
    .selectFrom('messages')
    .select(['no', 'sent_at as at'])
    .where('conversation_id', '=', conversationId)
    .where('side', '=', otherSide[side])
    .where('no', '>', readNo)
    .orderBy('no')
    .limit(1)
    .executeTakeFirst()
  if (next) await queueMessageNews(db, { conversationId, tells: side, ...next })
}
