import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { InquiryState } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { Id, InquiryId, OrderId } from '#kernel/ids.ts'
import type { Phone } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { saysWord, searchWords } from '#modules/audit-log/says-word.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { historyOfFarm, historyOfRestaurant } from '#modules/ordering/order-history.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { anyOf, deliveredOn, partyTexts } from '#modules/ordering/search-orders.server.ts'
import { meaningOf } from '#modules/ordering/search-word.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import type { InquiryOwner } from './inquiry.ts'

/** What we know about the writer, so that they need not type it again; null for a visitor. */
export const inquiryWriter = query(
  'public',
  async (ctx): Promise<{ name: string; email: Email | null; phone: Phone | null } | null> => {
    if (!('personId' in ctx.actor)) return null
    const person = await ctx.db
      .selectFrom('people')
      .select(['name', 'email'])
      .where('id', '=', ctx.actor.personId)
      .executeTakeFirstOrThrow(() => new NotFound('person'))
    const phone = readReachablePhone((await phoneOfPlace(ctx)) ?? '')
    return { name: person.name, email: person.email as Email | null, phone: phone.ok ? phone.value : null }
  },
)

async function phoneOfPlace({ actor, db }: Ctx): Promise<string | undefined> {
  if (actor.kind === 'farm')
    return (await db.selectFrom('farms').select('phone').where('id', '=', actor.farmId).executeTakeFirst())?.phone
  const [kitchenId] = actor.kind === 'buyer' ? actor.kitchenIds : []
  if (!kitchenId) return undefined
  return (await db.selectFrom('kitchens').select('phone').where('id', '=', kitchenId).executeTakeFirst())?.phone
}

export type AskableOrder = {
  id: OrderId
  placedAt: Date
  /** The other side: the farm for a restaurant, the restaurant for a farm. */
  withWhom: string
  firstGoods: string
  moreGoods: number
  /** With tax, in yen. */
  totalYen: number
}

/** The user's own twenty newest orders, to choose which one it is about; empty for other actors. */
export const ordersToAskAbout = query('public', async (ctx): Promise<AskableOrder[]> => {
  if (ctx.actor.kind === 'buyer') {
    const { orders } = await historyOfRestaurant(ctx, { limit: 20 })
    return orders.map((order) => askable(order, order.farm.name))
  }
  if (ctx.actor.kind !== 'farm') return []
  const { orders } = await historyOfFarm(ctx, { limit: 20 })
  return orders.map((order) => askable(order, order.restaurant.name))
})

const askable = (order: OrderSummary, withWhom: string): AskableOrder => ({
  id: order.id,
  placedAt: order.placedAt,
  withWhom,
  firstGoods: order.lines[0]?.name ?? '',
  moreGoods: Math.max(0, order.lines.length - 1),
  totalYen: order.figures.totalIncYen,
})

export type OwnInquiry = Awaited<ReturnType<typeof myInquiries>>[number]

/** The user's own inquiries, newest first, with the answers. A visitor is asked to sign in. */
export async function myInquiries(ctx: Ctx) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiries')
  if (!('personId' in ctx.actor)) return []
  const inquiries = await ctx.db
    .selectFrom('inquiries')
    .select(['id', 'number', 'kind', 'state', 'body', 'sentAt', 'answerDueOn'])
    .where('personId', '=', ctx.actor.personId)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const answers = await answersOf(
    ctx,
    inquiries.map(({ id }) => id),
  )
  return inquiries.map((inquiry) => ({
    ...inquiry,
    answers: answers.filter(({ inquiryId }) => inquiryId === inquiry.id).map(({ at, text }) => ({ at, text })),
  }))
}

async function answersOf({ db }: Ctx, ids: readonly InquiryId[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('events')
    .select(['inquiryId', 'at', sql<string>`data->>'text'`.as('text')])
    .where('inquiryId', 'in', ids)
    .where('kind', '=', 'inquiry_answered')
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** The filter on `assigned_to`. */
function ownedBy({ actor }: Ctx, whose: InquiryOwner | null) {
  if (whose === 'nobody') return sql<boolean>`inquiries.assigned_to is null`
  if (whose === null || actor.kind !== 'staff') return sql<boolean>`true`
  return sql<boolean>`inquiries.assigned_to = ${actor.adminId}`
}

export type QueueFilter = {
  /** null: all */
  state: InquiryState | null
  /** As it was typed; all words must match. */
  q?: string
  /** `me`: assigned to the current administrator; `nobody`: unassigned; by default all. */
  whose?: InquiryOwner | null
  after?: { at: Date; id: Id<'inquiry'> } | null
  limit?: number
}
export type QueuedInquiry = Awaited<ReturnType<typeof inquiryQueue>>['inquiries'][number]

/** For staff. The longest waiting comes first; closed ones, newest first. */
export async function inquiryQueue(ctx: Ctx, { state, q = '', whose = null, after = null, limit = 50 }: QueueFilter) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiries')
  seeOrNotFound(ctx.actor, 'inquiries.list_all', null)
  const waiting = state === 'open' || state === 'working'
  let rows = ctx.db
    .selectFrom('inquiries')
    .leftJoin('restaurants', 'restaurants.id', 'inquiries.restaurantId')
    .leftJoin('farms', 'farms.id', 'inquiries.farmId')
    .leftJoin('admins', 'admins.id', 'inquiries.assignedTo')
    .leftJoin('orders', 'orders.id', 'inquiries.orderId')
    .leftJoin('products', 'products.id', 'inquiries.productId')
    .where(ownedBy(ctx, whose))
    .select([
      'inquiries.id',
      'inquiries.number',
      'inquiries.kind',
      'inquiries.state',
      'admins.name as assignee',
      'inquiries.name',
      'inquiries.sentAt',
      'inquiries.answerDueOn',
      'inquiries.firstAnsweredAt',
      sql<string>`left(regexp_replace(inquiries.body, '\s+', ' ', 'g'), 60)`.as('beginning'),
      sql<string | null>`coalesce(restaurants.name, farms.name, inquiries.organisation)`.as('organisation'),
    ])
  if (state) rows = rows.where('inquiries.state', '=', state)
  for (const word of searchWords(q)) rows = rows.where(saying(word))
  if (after) {
    const beyond = sql.raw(waiting ? '>' : '<')
    rows = rows.where(sql<boolean>`(inquiries.sent_at, inquiries.id) ${beyond} (${after.at}, ${after.id})`)
  }
  const direction = waiting ? 'asc' : 'desc'
  const found = await rows
    .orderBy('inquiries.sentAt', direction)
    .orderBy('inquiries.id', direction)
    .limit(limit + 1)
    .execute()
  const inquiries = found.slice(0, limit)
  const last = inquiries.at(-1)
  return { inquiries, next: found.length > limit && last ? { at: last.sentAt, id: last.id } : null }
}

/** Who asked, about what, and in which words; and the order that it is about. */
function saying(word: string) {
  const { day, yen } = meaningOf(word)
  const own = ['number', 'name', 'email', 'phone', 'organisation', 'body'].map((column) =>
    sql.ref(`inquiries.${column}`),
  )
  return anyOf([
    saysWord([...own, sql`orders.number`, sql`products.name`, ...partyTexts], word),
    // the sides of its order, whichever of them asked; and what was ordered
    sql<boolean>`exists (
      select from orders join farms on farms.id = orders.farm_id join restaurants on restaurants.id = orders.restaurant_id
       where orders.id = inquiries.order_id and ${saysWord(partyTexts, word)})`,
    sql<boolean>`exists (
      select from order_lines where order_id = inquiries.order_id and ${saysWord([sql`order_lines.name`], word)})`,
    ...(day ? [deliveredOn(day)] : []),
    ...(yen ? [sql<boolean>`orders.total_inc_yen = ${yen}`] : []),
  ])
}

export type InquiryAbout = Awaited<ReturnType<typeof inquiriesAbout>>[number]

/** For staff: what was asked about an order, newest first. */
export async function inquiriesAbout(ctx: Ctx, orderId: OrderId) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiries')
  seeOrNotFound(ctx.actor, 'inquiries.list_all', null)
  return ctx.db
    .selectFrom('inquiries')
    .select(['id', 'number', 'state'])
    .where('orderId', '=', orderId)
    .orderBy('sentAt', 'desc')
    .limit(10)
    .execute()
}

/** The number in each state, for the tabs of the queue. */
export async function inquiryCounts(
  ctx: Ctx,
  whose: InquiryOwner | null = null,
): Promise<Record<InquiryState, number>> {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiries')
  seeOrNotFound(ctx.actor, 'inquiries.list_all', null)
  const counts = { open: 0, working: 0, done: 0 }
  const rows = await ctx.db
    .selectFrom('inquiries')
    .select((is) => ['state', is.fn.countAll<number>().as('n')] as const)
    .where(ownedBy(ctx, whose))
    .groupBy('state')
    .execute()
  for (const { state, n } of rows) counts[state] = Number(n)
  return counts
}

export type InquiryEvent = {
  id: string
  at: Date
  kind: string
  actorName: string
  toState: InquiryState | null
  text: string | null
  /** Whom it was assigned to; null if it was unassigned, or for other events. */
  givenTo: string | null
}
export type InquiryDetail = Awaited<ReturnType<typeof inquiryDetail>>

/** One inquiry for staff: who asked, about what, and all steps. */
export async function inquiryDetail(ctx: Ctx, id: InquiryId) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiry')
  seeOrNotFound(ctx.actor, 'inquiries.list_all', null)
  const row = await ctx.db
    .selectFrom('inquiries')
    .leftJoin('restaurants', 'restaurants.id', 'inquiries.restaurantId')
    .leftJoin('farms', 'farms.id', 'inquiries.farmId')
    .leftJoin('admins', 'admins.id', 'inquiries.assignedTo')
    .leftJoin('orders', 'orders.id', 'inquiries.orderId')
    .leftJoin('products', 'products.id', 'inquiries.productId')
    .select([
      'inquiries.id',
      'inquiries.number',
      'inquiries.kind',
      'inquiries.state',
      'inquiries.version',
      'inquiries.assignedTo',
      'admins.name as assignee',
      'inquiries.body',
      'inquiries.name',
      'inquiries.email',
      sql<Phone | null>`inquiries.phone`.as('phone'),
      'inquiries.side',
      'inquiries.organisation',
      'inquiries.sentAt',
      'inquiries.answerDueOn',
      'inquiries.restaurantId',
      'inquiries.farmId',
      'restaurants.name as restaurant',
      'farms.name as farm',
      'orders.id as orderId',
      'orders.number as orderNumber',
      'products.id as productId',
      'products.name as product',
    ])
    .where('inquiries.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('inquiry'))
  return { ...row, photos: await photosOf(ctx, id), events: await eventsOf(ctx, id) }
}

/** Whom an inquiry can be assigned to: active administrators, by name. */
export async function assignableAdmins(ctx: Ctx) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('inquiries')
  seeOrNotFound(ctx.actor, 'inquiries.list_all', null)
  return ctx.db.selectFrom('admins').select(['id', 'name']).where('disabledAt', 'is', null).orderBy('name').execute()
}

async function photosOf({ db }: Ctx, id: InquiryId) {
  const rows = await db
    .selectFrom('inquiryPhotos')
    .innerJoin('photos', 'photos.key', 'inquiryPhotos.photoKey')
    .select(['photos.key', 'photos.width', 'photos.height'])
    .where('inquiryId', '=', id)
    .orderBy('photos.createdAt')
    .orderBy('photos.key')
    .execute()
  return rows.map((row) => ({ ...row, key: row.key as PhotoKey }))
}

const eventsOf = ({ db }: Ctx, id: InquiryId): Promise<InquiryEvent[]> =>
  db
    .selectFrom('events')
    .select([
      'id',
      'at',
      'kind',
      'actorName',
      sql<InquiryState | null>`to_state`.as('toState'),
      sql<string | null>`data->>'text'`.as('text'),
      sql<string | null>`data->'after'->>'assignedTo'`.as('givenTo'),
    ])
    .where('inquiryId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
