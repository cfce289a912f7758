import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#authorization/actor.ts'
import { requireSide } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import { type ConversationId, type FarmId, type Id, newId, type RestaurantId } from '#kernel/ids.ts'
import { farmRoom, type LiveRoom, restaurantRoom } from '#kernel/live.ts'
import type { ConversationSides, Message } from './conversation.ts'

/** A farm or a restaurant: the other side of a conversation, as the user names it. */
export type OtherId = Id<'farm' | 'restaurant'>

/** Both sides of the current user's conversation with that farm or restaurant, and which side is theirs. */
export function sidesWith(actor: Actor, other: OtherId): ConversationSides & { mine: Side } {
  const member = requireSide(actor)
  return member.kind === 'buyer'
    ? { mine: 'restaurant', restaurantId: member.restaurantId, farmId: other as FarmId }
    : { mine: 'farm', farmId: member.farmId, restaurantId: other as RestaurantId }
}

/** Every page on which this conversation is open. */
export const roomsOf = ({ farmId, restaurantId }: ConversationSides): LiveRoom[] => [
  farmRoom(farmId),
  restaurantRoom(restaurantId),
]

const columns = [
  'id',
  'farmId',
  'restaurantId',
  'lastNo',
  'farmCount',
  'restaurantCount',
  'farmGotNo',
  'restaurantGotNo',
  'farmBlockedAt',
  'restaurantBlockedAt',
] as const

export type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>

/** `lock`: no message can be written there until the transaction ends. */
export const findConversation = (
  db: DbOrTx,
  { farmId, restaurantId }: ConversationSides,
  how: 'look' | 'lock' = 'look',
) =>
  db
    .selectFrom('conversations')
    .select(columns)
    .where('farmId', '=', farmId)
    .where('restaurantId', '=', restaurantId)
    .$if(how === 'lock', (found) => found.forUpdate())
    .executeTakeFirst()

/** The side that has closed a conversation has to reopen it first; the other side cannot write. */
export function closedFor(
  { farmBlockedAt, restaurantBlockedAt }: Pick<Conversation, 'farmBlockedAt' | 'restaurantBlockedAt'>,
  mine: Side,
): 'closed_by_you' | 'closed_by_them' | null {
  const [own, theirs] = mine === 'farm' ? [farmBlockedAt, restaurantBlockedAt] : [restaurantBlockedAt, farmBlockedAt]
  if (own) return 'closed_by_you'
  return theirs ? 'closed_by_them' : null
}

/** The conversation, locked until the transaction ends; created if there is none yet. */
export async function lockConversation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  sides: ConversationSides,
): Promise<Conversation> {
  const locked = () => findConversation(db, sides, 'lock')
  const found = await locked()
  if (found) return found
  await db
    .insertInto('conversations')
    .values({
      id: newId<'conversation'>(),
      farmId: sides.farmId,
      restaurantId: sides.restaurantId,
      lastAt: null,
      farmBlockedAt: null,
      restaurantBlockedAt: null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await locked()
  if (!made) throw new Error('a conversation was made and is not there')
  return made
}

/** Messages as both sides see them; `which` restricts the conversation and the range. */
export async function messagesWhere(db: DbOrTx, which: RawBuilder<unknown>): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select m.no, m.side, m.client_key as key, m.person_id as "personId",
           case when p.closed_at is null then p.name else '退会した方' end as by,
           m.body as text,
           case when m.photo_count = 0 or m.removed_at is not null then '[]'::json else (
             select coalesce(json_agg(json_build_object('key', ph.key, 'width', ph.width, 'height', ph.height) order by mp.position), '[]')
               from message_photos mp join photos ph on ph.key = mp.photo_key
              where mp.conversation_id = m.conversation_id and mp.no = m.no
           ) end as photos,
           case when m.order_id is null or m.removed_at is not null then null else (
             select json_build_object('id', o.id, 'number', o.number, 'deliveryOn', o.delivery_on, 'state', o.state,
                      'firstGoods', (array_agg(l.name order by l.ordinal))[1], 'moreGoods', count(*) - 1)
               from orders o join order_lines l on l.order_id = o.id where o.id = m.order_id group by o.id
           ) end as "order",
           case when m.product_id is null or m.removed_at is not null then null else (
             select json_build_object('id', pr.id, 'name', pr.name, 'packLabel', pr.pack_label, 'picture', pr.picture,
                      'archived', pr.status = 'archived')
               from products pr where pr.id = m.product_id
           ) end as product,
           m.sent_at as "sentAt", m.edited_at as "editedAt", m.removed_at as "removedAt"
      from messages m join people p on p.id = m.person_id
     where ${which}`.execute(db)
  return rows
}

/** One message as both sides see it. */
export async function messageNo(db: DbOrTx, conversationId: ConversationId, no: number): Promise<Message> {
  const [message] = await messagesWhere(db, sql`m.conversation_id = ${conversationId} and m.no = ${no}`)
  if (!message) throw new Error('a message that was written is not there')
  return message
}
