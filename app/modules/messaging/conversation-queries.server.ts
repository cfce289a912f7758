import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#authorization/actor.ts'
import { requireSide, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId, ProductId } from '#kernel/ids.ts'
import { searchKey } from '#kernel/text.ts'
import { liveCursorNow } from '#modules/audit-log/tell-live.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { existsFor, notPutAway } from '#modules/products/catalog/price-terms.server.ts'
import { type Message, type OrderCardFacts, otherSide, type ProductCardFacts, pageSize } from './conversation.ts'
import { closedFor, findConversation, messagesWhere, type OtherId, sidesWith } from './conversation-store.server.ts'
import { isKnown } from './send-message.server.ts'

/** A farm or a restaurant, as shown above a conversation. */
export type Other = {
  id: OtherId
  name: string
  crest: string
  /** The name of its picture (kernel/picture-name.ts): a farm's scene, a restaurant's logo. */
  picture: string | null
  place: string
  phone: string | null
}

export type ConversationInList = {
  other: Other
  /** The newest message: its writer, and its beginning. */
  last: { side: Side; beginning: string; at: Date }
  unread: number
  closed: boolean
}

const otherOf = (side: Side) => (side === 'farm' ? sql`restaurants o` : sql`farms o`)
const otherColumns = (side: Side) =>
  side === 'farm'
    ? sql`o.id, o.name, o.crest, o.logo as picture, coalesce(k.place, '') as place, k.phone`
    : sql`o.id, o.name, o.crest, o.picture, o.place, o.phone`
/** For a list: phone numbers are only shown to sides with an order between them; in a query over conversations `c`. */
const otherInList = (side: Side) => sql`${otherColumns(side)}, exists (
  select from orders where restaurant_id = c.restaurant_id and farm_id = c.farm_id
     and state not in ('draft', 'pending_approval')) as known`
type InList = Other & { known: boolean }
const withPhoneOf = ({ known, ...other }: InList): Other => (known ? other : { ...other, phone: null })
/** A restaurant's phone number is that of its first kitchen. */
const kitchen = (side: Side) =>
  side === 'farm'
    ? sql`left join lateral (select place, phone from kitchens where restaurant_id = o.id and closed_at is null order by id limit 1) k on true`
    : sql``

/** How many of the other side's messages a person has not seen; for a new member, what none of their side has. */
const unreadOf = (side: Side, personId: string) => sql<number>`
  greatest(0, ${sql.ref(side === 'farm' ? 'c.restaurantCount' : 'c.farmCount')} - coalesce(
    (select seen_count from conversation_reads where conversation_id = c.id and person_id = ${personId}::uuid),
    (select max(seen_count) from conversation_reads where conversation_id = c.id and side = ${side}), 0))`

/** The conversations of the current user's organisation, in a query over conversations `c`. */
function placeOf(actor: Actor) {
  const member = requireSide(actor)
  const sides = member.kind === 'farm' ? { farmId: member.farmId } : { restaurantId: member.restaurantId }
  const [side, column, id] =
    'farmId' in sides
      ? (['farm', 'c.farmId', sides.farmId] as const)
      : (['restaurant', 'c.restaurantId', sides.restaurantId] as const)
  return { personId: member.personId, side, where: sql`${sql.ref(column)} = ${id}` }
}

/** Whether these conversations are the actor's own, and not viewed by staff on their behalf. */
export function ownConversations(actor: Actor): boolean {
  const member = requireSide(actor)
  return member.kind === 'farm'
    ? can(member, 'conversation.see', { farmId: member.farmId, restaurantId: null })
    : can(member, 'conversation.see', { farmId: null, restaurantId: member.restaurantId })
}

/** The conversations of the current user's organisation, newest first. */
export const myConversations = query('own', async (ctx): Promise<ConversationInList[]> => {
  if (!ownConversations(ctx.actor)) throw new NotFound('talks')
  const { personId, side, where } = placeOf(ctx.actor)
  const { rows } = await sql<
    InList & { lastSide: Side; beginning: string; lastAt: Date; unread: number; closed: boolean }
  >`
    select ${otherInList(side)}, m.side as "lastSide", c.last_at as "lastAt",
           case when m.removed_at is not null then '取り消されたメッセージ'
                when m.body <> '' then left(regexp_replace(m.body, '\\s+', ' ', 'g'), 60)
                when m.photo_count > 0 then '写真' when m.order_id is not null then '注文' else '商品' end as beginning,
           ${unreadOf(side, personId)} as unread,
           ${sql.ref(side === 'farm' ? 'c.farmBlockedAt' : 'c.restaurantBlockedAt')} is not null as closed
      from conversations c
      join ${otherOf(side)} on o.id = ${sql.ref(side === 'farm' ? 'c.restaurantId' : 'c.farmId')}
      ${kitchen(side)}
      join messages m on m.conversation_id = c.id and m.no = c.last_no
     where ${where}
     order by c.last_at desc, c.id limit 500`.execute(ctx.db)
  return rows.map(({ lastSide, beginning, lastAt, unread, closed, ...other }) => ({
    other: withPhoneOf(other),
    last: { side: lastSide, beginning, at: lastAt },
    unread: Number(unread),
    closed,
  }))
})

/** A person's number of unread messages, as part of another query; null for those who have no conversations. */
function unreadNow(actor: Actor): RawBuilder<number> | null {
  if ((actor.kind !== 'buyer' && actor.kind !== 'farm') || !ownConversations(actor)) return null
  const { personId, side, where } = placeOf(actor)
  return sql<number>`(select coalesce(sum(${unreadOf(side, personId)}), 0)::int from conversations c where ${where})`
}

/** The current user's number of unread messages; 0 for actors without conversations. Always one query. */
export const unreadMessages = query('public', async (ctx): Promise<number> => {
  const unread = unreadNow(ctx.actor)
  if (!unread) return 0
  const { rows } = await sql<{ n: number }>`select ${unread} as n`.execute(ctx.db)
  return rows[0]?.n ?? 0
})

/** The number of unread messages, and up to where a page is complete (ui/live.ts). */
export type LiveFacts = { unread: number; after: number }

/** One row. Null: of a viewer without conversations of their own. */
export const liveRows = (actor: Actor | null) =>
  sql<LiveFacts>`(select ${(actor && unreadNow(actor)) ?? sql`0`} as unread, ${liveCursorNow} as after)`

/** What the frame of every page needs. One query. */
export const liveFacts = query('public', async (ctx): Promise<LiveFacts> => {
  const { rows } = await sql<LiveFacts>`select * from ${liveRows(ctx.actor)} it`.execute(ctx.db)
  return { unread: rows[0]?.unread ?? 0, after: Number(rows[0]?.after ?? 0) }
})

export type Conversation = {
  mine: Side
  me: string
  other: Other
  /** Oldest first; `more`: there are older ones. */
  messages: Message[]
  more: boolean
  /** Includes the newest message; false when viewing older ones. */
  atEnd: boolean
  /** Up to where the other side has received, and has read. */
  marks: { gotNo: number; readNo: number }
  /** What the current user had seen: the position of the line 「ここから新しいメッセージ」. */
  seenNo: number
  /** Which side has closed it, if any. */
  closed: 'closed_by_you' | 'closed_by_them' | null
  /** Whether the user may write here: not a helper with read-only rights. */
  mayWrite: boolean
  mayReport: boolean
}

/**
 * The conversation with one farm or restaurant, from its newest messages or those around one; empty if there are none
 * yet.
 */
export const conversationWith = query(
  'conversation.see',
  async (ctx, other: OtherId, around: number | null = null): Promise<Conversation> => {
    const { personId } = requireSide(ctx.actor)
    const { mine, conversation, ...sides } = await reachedConversation(ctx, other)
    const known = await isKnown(ctx, sides)
    const found = await otherNamed(ctx, mine, other, conversation !== undefined)
    // sides with an order between them may call each other
    const named = known ? found : { ...found, phone: null }
    const mayWrite =
      can(ctx.actor, 'conversation.write', sides) &&
      (conversation !== undefined || can(ctx.actor, 'conversation.begin', { ...sides, known }))
    const mayReport = can(ctx.actor, 'conversation.report', sides)
    if (!conversation)
      return {
        mine,
        me: personId,
        other: named,
        messages: [],
        more: false,
        atEnd: true,
        marks: { gotNo: 0, readNo: 0 },
        seenNo: 0,
        closed: null,
        mayWrite,
        mayReport,
      }
    const { rows } = await sql<{ readNo: number; seenNo: number }>`
    select coalesce(max(seen_no) filter (where side = ${otherSide[mine]}), 0) as "readNo",
           coalesce(max(seen_no) filter (where person_id = ${personId}), max(seen_no) filter (where side = ${mine}), 0) as "seenNo"
      from conversation_reads where conversation_id = ${conversation.id}`.execute(ctx.db)
    const upTo = Math.min(conversation.lastNo, around === null ? conversation.lastNo : around + pageSize / 2)
    const page = await pageBefore(ctx, conversation.id, upTo + 1)
    return {
      mine,
      me: personId,
      other: named,
      ...page,
      atEnd: upTo === conversation.lastNo,
      marks: {
        gotNo: mine === 'farm' ? conversation.restaurantGotNo : conversation.farmGotNo,
        readNo: rows[0]?.readNo ?? 0,
      },
      seenNo: rows[0]?.seenNo ?? 0,
      closed: closedFor(conversation, mine),
      mayWrite,
      mayReport,
    }
  },
)

/** The page of messages before one, oldest first. */
export const olderMessages = query(
  'conversation.see',
  async (ctx, other: OtherId, before: number): Promise<{ messages: Message[]; more: boolean }> => {
    const { conversation } = await reachedConversation(ctx, other)
    if (!conversation) return { messages: [], more: false }
    return pageBefore(ctx, conversation.id, before)
  },
)

/** What came after a message, oldest first: for a page that was disconnected. */
export const newerMessages = query(
  'conversation.see',
  async (ctx, other: OtherId, after: number): Promise<{ messages: Message[]; more: boolean }> => {
    const { conversation } = await reachedConversation(ctx, other)
    if (!conversation) return { messages: [], more: false }
    const found = await messagesWhere(
      ctx.db,
      sql`m.conversation_id = ${conversation.id} and m.no > ${after} order by m.no limit ${pageSize + 1}`,
    )
    return { messages: found.slice(0, pageSize), more: found.length > pageSize }
  },
)

async function pageBefore({ db }: Ctx, conversationId: string, before: number) {
  const found = await messagesWhere(
    db,
    sql`m.conversation_id = ${conversationId} and m.no < ${before} order by m.no desc limit ${pageSize + 1}`,
  )
  return { messages: found.slice(0, pageSize).reverse(), more: found.length > pageSize }
}

/**
 * The conversation with another organisation, as far as the user may know of it. A restaurant may see every farm; a
 * farm knows a restaurant only from an order or a message: NotFound for any other.
 */
async function reachedConversation(ctx: Ctx, other: OtherId) {
  const sides = sidesWith(ctx.actor, other)
  seeOrNotFound(ctx.actor, 'conversation.see', sides)
  const conversation = await findConversation(ctx.db, sides)
  if (sides.mine === 'farm' && !conversation && !(await isKnown(ctx, sides))) throw new NotFound('talk')
  return { ...sides, conversation }
}

/** Active organisations, or those with an existing conversation. */
async function otherNamed({ db }: Ctx, mine: Side, id: OtherId, talked: boolean): Promise<Other> {
  const { rows } = await sql<Other & { status: string }>`
    select ${otherColumns(mine)}, o.status from ${otherOf(mine)} ${kitchen(mine)} where o.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || (!talked && row.status !== 'approved' && row.status !== 'suspended')) throw new NotFound('talk')
  const { status: _, ...other } = row
  return other
}

/** The newest orders between both sides, to attach; `only` one of them, if it is theirs. */
export const ordersToShow = query(
  'conversation.see',
  async (ctx, other: OtherId, only: OrderId | null = null): Promise<OrderCardFacts[]> => {
    const sides = await reachedConversation(ctx, other)
    const { rows } = await sql<OrderCardFacts>`
    select o.id, o.number, o.delivery_on as "deliveryOn", o.state,
           (select name from order_lines l where l.order_id = o.id order by ordinal limit 1) as "firstGoods",
           (select count(*) - 1 from order_lines l where l.order_id = o.id)::int as "moreGoods"
      from orders o
     where o.farm_id = ${sides.farmId} and o.restaurant_id = ${sides.restaurantId}
       and o.state not in ('draft', 'pending_approval') and (${only}::uuid is null or o.id = ${only}::uuid)
     order by o.delivery_on desc, o.id desc limit 5`.execute(ctx.db)
    return rows
  },
)

/** A product of the farm of this conversation, to attach; null for any other. */
export const productToShow = query(
  'conversation.see',
  async (ctx, other: OtherId, id: ProductId): Promise<ProductCardFacts | null> => {
    const sides = await reachedConversation(ctx, other)
    const row = await ctx.db
      .selectFrom('products')
      .select(['id', 'name', 'packLabel', 'picture'])
      .select(sql<boolean>`status = 'archived'`.as('archived'))
      .where('id', '=', id)
      .where('farmId', '=', sides.farmId)
      .where('status', '<>', 'draft')
      .where(existsFor(ctx, 'products'))
      .where(notPutAway(ctx, 'products'))
      .executeTakeFirst()
    return row ?? null
  },
)

export type FoundMessage = { other: Other; no: number; side: Side; text: string; sentAt: Date }

/** Messages in the user's own conversations that contain these words, newest first; at most fifty. */
export const searchConversations = query('own', async (ctx, words: string): Promise<FoundMessage[]> => {
  if (!ownConversations(ctx.actor)) throw new NotFound('talks')
  const { side, where } = placeOf(ctx.actor)
  const key = searchKey(words)
  if (key === '') return []
  const parts = key.split(' ').slice(0, 5)
  const holds = sql.join(
    parts.map((part) => sql`m.search_text like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  )
  const { rows } = await sql<InList & { no: number; mside: Side; text: string; sentAt: Date }>`
    select ${otherInList(side)}, m.no, m.side as mside, m.body as text, m.sent_at as "sentAt"
      from conversations c
      join ${otherOf(side)} on o.id = ${sql.ref(side === 'farm' ? 'c.restaurantId' : 'c.farmId')}
      ${kitchen(side)}
      join messages m on m.conversation_id = c.id
     where ${where} and ${holds}
     order by m.sent_at desc, m.no desc limit 50`.execute(ctx.db)
  return rows.map(({ no, mside, text, sentAt, ...other }) => ({
    other: withPhoneOf(other),
    no,
    side: mside,
    text,
    sentAt,
  }))
})
