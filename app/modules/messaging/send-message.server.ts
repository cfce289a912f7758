import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireSide } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { wordActIn } from '#kernel/moderation-terms.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { IdOf, KeyHeader } from '#kernel/schema.ts'
import { searchKey } from '#kernel/text.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { type InputOf, repeatable } from '#modules/audit-log/use-case.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { draftPhotos, takePhotos } from '#modules/photos/keep-photo.server.ts'
import { PhotoKeyIn } from '#modules/photos/photo-input.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import {
  type ConversationSides,
  conversationLimits,
  type Message,
  mostPhotos,
  otherSide,
  refusalOfText,
} from './conversation.ts'
import { MessageText, OtherIn } from './conversation-input.ts'
import {
  type Conversation,
  closedFor,
  findConversation,
  lockConversation,
  messageNo,
  messagesWhere,
  roomsOf,
  sidesWith,
} from './conversation-store.server.ts'
import { queueMessageNews } from './queue-message-notifications.server.ts'
import { type ConversationRefusal, conversationRefusals, conversationRefusalText } from './refusal-text.ts'

const input = {
  other: OtherIn,
  // made by the sending device, and the same for every retry; its photos are drafts under this key
  key: KeyHeader.shape['idempotency-key'],
  text: MessageText.default(''),
  photos: z.array(PhotoKeyIn).max(mostPhotos, conversationRefusalText('too_many_photos')).default([]),
  orderId: IdOf<'order'>('注文').nullable().default(null),
  productId: IdOf<'product'>('商品').nullable().default(null),
}

type NewMessage = InputOf<typeof input>

/**
 * Sends a message to the other side. The first message creates the conversation. A retry after a lost response is the
 * same message; its number is given on arrival. On commit, both sides' open pages are updated, and the job that
 * notifies absent members is informed.
 */
export const sendMessage = repeatable({
  name: 'message.send',
  permission: 'conversation.write',
  input,
  refusals: conversationRefusals(
    'nothing_written',
    'too_long',
    'too_many_photos',
    'photos_gone',
    'word_stopped',
    'closed_by_you',
    'closed_by_them',
    'not_reachable',
    'order_of_others',
    'goods_of_others',
    'key_reused',
    'too_fast',
  ),
  run: async (ctx, message) => {
    const { personId } = requireSide(ctx.actor)
    const { mine, ...sides } = sidesWith(ctx.actor, message.other)
    const sent = await sentBefore(ctx, personId, message)
    if (sent) return sent
    await authorizeWriting(ctx, sides)
    if (!(await isReachable(ctx, sides))) return refuse('not_reachable')
    const cards = (message.orderId ? 1 : 0) + (message.productId ? 1 : 0)
    const refusal = refusalOfText(message.text, { photos: message.photos.length, cards })
    if (refusal) return refuse(refusal)
    const wait = await waitAfter(ctx, 'talk', personId, conversationLimits.messages)
    if (wait > 0) return refuseFor('too_fast', wait)
    return ctx.db.transaction().execute(async (db) => {
      const within = { ...ctx, db }
      const conversation = await lockConversation(within, sides)
      return (await sentBefore(within, personId, message)) ?? keep(within, { conversation, mine, personId, message })
    })
  },
})

/**
 * Starting a conversation requires more than replying: both must be approved, and a restaurant must have ordered from
 * the farm before.
 */
async function authorizeWriting(ctx: Ctx, sides: ConversationSides): Promise<void> {
  authorize(ctx.actor, 'conversation.write', sides)
  if (await findConversation(ctx.db, sides)) return
  authorize(ctx.actor, 'conversation.begin', { ...sides, known: await isKnown(ctx, sides) })
}

/** Whether the restaurant has ever ordered there. */
export async function isKnown({ db }: Pick<Ctx, 'db'>, { farmId, restaurantId }: ConversationSides): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('farmId', '=', farmId)
    .where('restaurantId', '=', restaurantId)
    .where('state', 'not in', ['draft', 'pending_approval'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** The same message, if it was received before; another text under its key is an error of the client. */
async function sentBefore(
  { db }: Ctx,
  personId: PersonId,
  { key, text }: NewMessage,
): Promise<Result<Message, ConversationRefusal> | null> {
  const [message] = await messagesWhere(db, sql`m.person_id = ${personId} and m.client_key = ${key}`)
  if (!message) return null
  const untouched = message.editedAt === null && message.removedAt === null
  return untouched && message.text !== text ? refuse('key_reused') : ok(message)
}

type Keeping = { conversation: Conversation; mine: Side; personId: PersonId; message: NewMessage }

async function keep(
  ctx: Ctx,
  { conversation, mine, personId, message }: Keeping,
): Promise<Result<Message, ConversationRefusal>> {
  const { db, now } = ctx
  const closed = closedFor(conversation, mine)
  if (closed) return refuse(closed)
  const wrongCard = await refusalOfCards(ctx, conversation, message)
  if (wrongCard) return refuse(wrongCard)
  const act = wordActIn(message.text, await db.selectFrom('moderationTerms').select(['key', 'act']).execute())
  if (act === 'stop') return refuse('word_stopped')

  if ((await draftPhotos(ctx, message.key, message.photos)).length < message.photos.length) return refuse('photos_gone')

  const photos = await takePhotos(db, message.key, message.photos)
  const no = conversation.lastNo + 1
  const sideNo = (mine === 'farm' ? conversation.farmCount : conversation.restaurantCount) + 1
  await db
    .insertInto('messages')
    .values({
      conversationId: conversation.id,
      no,
      side: mine,
      sideNo,
      personId,
      clientKey: message.key,
      body: message.text,
      searchText: searchKey(message.text),
      orderId: message.orderId,
      productId: message.productId,
      photoCount: photos.length,
      sentAt: now,
      editedAt: null,
      removedAt: null,
    })
    .execute()
  if (photos.length > 0)
    await db
      .insertInto('messagePhotos')
      .values(
        message.photos.map((photo_key, index) => ({
          conversationId: conversation.id,
          no,
          position: index + 1,
          photoKey: photo_key,
        })),
      )
      .execute()
  await db
    .updateTable('conversations')
    .set({ lastNo: no, lastAt: now, ...(mine === 'farm' ? { farmCount: sideNo } : { restaurantCount: sideNo }) })
    .where('id', '=', conversation.id)
    .execute()
  if (act === 'watch') await reportByFilter(ctx, conversation, no)
  await queueMessageNews(db, { conversationId: conversation.id, no, tells: otherSide[mine], at: now })
  const kept = await messageNo(db, conversation.id, no)
  const { farmId, restaurantId } = conversation
  await tellLive(db, roomsOf(conversation), 'message', { farmId, restaurantId, message: kept })
  return ok(kept)
}

/** No messages to an organisation that is not active yet, or has left. */
async function isReachable({ db, actor }: Ctx, { farmId, restaurantId }: ConversationSides): Promise<boolean> {
  const other =
    actor.kind === 'farm'
      ? await db.selectFrom('restaurants').select('status').where('id', '=', restaurantId).executeTakeFirst()
      : await db.selectFrom('farms').select('status').where('id', '=', farmId).executeTakeFirst()
  if (!other) throw new NotFound('talk')
  return other.status === 'approved' || other.status === 'suspended'
}

async function refusalOfCards(
  ctx: Ctx,
  sides: ConversationSides,
  { orderId, productId }: NewMessage,
): Promise<ConversationRefusal | null> {
  const { db } = ctx
  if (orderId) {
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('farmId', '=', sides.farmId)
      .where('restaurantId', '=', sides.restaurantId)
      .where('state', 'not in', ['draft', 'pending_approval'])
      .executeTakeFirst()
    if (!order) return 'order_of_others'
  }
  if (productId) {
    const product = await db
      .selectFrom('products')
      .select('id')
      .where('id', '=', productId)
      .where('farmId', '=', sides.farmId)
      .where('status', '<>', 'draft')
      .where(existsFor(ctx, 'products'))
      .executeTakeFirst()
    if (!product) return 'goods_of_others'
  }
  return null
}

/** A word that staff watch for reports the message automatically; once, however often it is changed. */
export async function reportByFilter({ db, now }: Ctx, { id }: Pick<Conversation, 'id'>, no: number): Promise<void> {
  const known = await db
    .selectFrom('conversationReports')
    .select('id')
    .where('conversationId', '=', id)
    .where('no', '=', no)
    .where('side', '=', 'filter')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (known) return
  await db
    .insertInto('conversationReports')
    .values({
      id: newId<'conversationReport'>(),
      conversationId: id,
      no,
      side: 'filter',
      personId: null,
      reason: 'word',
      at: now,
      closedAt: null,
      closedBy: null,
      verdict: null,
    })
    .execute()
  await tellLive(db, ['staff'], 'report', {})
}
