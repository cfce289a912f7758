import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { ReportReason, Side } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { ConversationId, ConversationReportId, FarmId, RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import type { Message } from './conversation.ts'
import { messagesWhere } from './conversation-store.server.ts'
import { conversationRefusals } from './refusal-text.ts'

export type ReportInQueue = {
  id: ConversationReportId
  farm: string
  restaurant: string
  side: Side | 'filter'
  by: string | null
  reason: ReportReason | 'word'
  words: string
  at: Date
  closedAt: Date | null
  verdict: string | null
}

/** How many messages before and after the reported one are shown: enough to understand it, and no more. */
const around = { before: 30, after: 20 }

const reports = sql`
  select r.id, f.name as farm, b.name as restaurant, r.side, p.name as by, r.reason, r.words, r.at,
         r.closed_at as "closedAt", r.verdict, r.no, c.id as "conversationId", c.last_no as "lastNo",
         c.farm_id as "farmId", c.restaurant_id as "restaurantId"
    from conversation_reports r join conversations c on c.id = r.conversation_id
    join farms f on f.id = c.farm_id join restaurants b on b.id = c.restaurant_id
    left join people p on p.id = r.person_id`

/** For staff: open reports, oldest first; or closed ones, newest first. */
export const reportedConversations = query(
  'talks.review',
  async (ctx, which: 'open' | 'closed'): Promise<ReportInQueue[]> => {
    if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
    seeOrNotFound(ctx.actor, 'talks.review', null)
    const chosen =
      which === 'open' ? sql`r.closed_at is null order by r.at` : sql`r.closed_at is not null order by r.closed_at desc`
    const { rows } = await sql<ReportInQueue>`${reports} where ${chosen} limit 200`.execute(ctx.db)
    return rows
  },
)

/** For staff: the newest reports of a conversation, or of all conversations of one side. */
export const reportsBetween = query(
  'talks.review',
  async (ctx, sides: { farmId?: FarmId; restaurantId?: RestaurantId }): Promise<ReportInQueue[]> => {
    if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
    seeOrNotFound(ctx.actor, 'talks.review', null)
    const { farmId = null, restaurantId = null } = sides
    const { rows } = await sql<ReportInQueue>`${reports}
       where (${farmId}::uuid is null or c.farm_id = ${farmId}) and (${restaurantId}::uuid is null or c.restaurant_id = ${restaurantId})
       order by r.at desc limit 10`.execute(ctx.db)
    return rows
  },
)

export type InspectedConversation = ReportInQueue & {
  farmId: FarmId
  restaurantId: RestaurantId
  /** Which message it is about; null for the conversation. */
  no: number | null
  /** `photosBefore`: what it showed before it was removed. */
  messages: (Message & { before: { at: Date; text: string }[]; photosBefore: string[] })[]
}

/**
 * What staff see of a reported conversation: the messages around the reported one, with their text before they were
 * edited or removed. Each view is recorded.
 */
export const inspectConversation = query(
  'talks.review',
  async (ctx, id: ConversationReportId): Promise<InspectedConversation> => {
    if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
    seeOrNotFound(ctx.actor, 'talks.review', null)
    const { rows } = await sql<InspectedConversation & { conversationId: ConversationId; lastNo: number }>`
    ${reports} where r.id = ${id}`.execute(ctx.db)
    const [report] = rows
    if (!report) throw new NotFound('report')
    authorize(ctx.actor, 'conversation.inspect', { reported: true })
    const { conversationId, lastNo, ...facts } = report
    await recordEvent(ctx.db, ctx, {
      kind: 'talk_inspected',
      aboutConversationId: conversationId,
      aboutFarmId: facts.farmId,
      aboutRestaurantId: facts.restaurantId,
      data: { reportId: id },
    })
    const centre = facts.no ?? lastNo
    const messages = await messagesWhere(
      ctx.db,
      sql`m.conversation_id = ${conversationId} and m.no between ${centre - around.before} and ${centre + around.after} order by m.no`,
    )
    const versions = await ctx.db
      .selectFrom('messageVersions')
      .select(['no', 'at', 'body as text'])
      .where('conversationId', '=', conversationId)
      .where('no', '>=', centre - around.before)
      .where('no', '<=', centre + around.after)
      .orderBy('at')
      .execute()
    const photos = await ctx.db
      .selectFrom('messagePhotos')
      .select(['no', 'photoKey as key'])
      .where('conversationId', '=', conversationId)
      .where('no', '>=', centre - around.before)
      .where('no', '<=', centre + around.after)
      .orderBy('position')
      .execute()
    return {
      ...facts,
      messages: messages.map((message) => ({
        ...message,
        photosBefore: message.removedAt ? photos.filter(({ no }) => no === message.no).map(({ key }) => key) : [],
        before: versions.filter(({ no }) => no === message.no).map(({ at, text }) => ({ at, text })),
      })),
    }
  },
)

/**
 * Staff have reviewed it, and state their findings and actions. The reporter is not told about measures against others.
 */
export const closeReport = mutation({
  name: 'conversation.close_report',
  permission: 'talks.review',
  input: { id: IdOf<'conversationReport'>('報告'), verdict: Text(0, 400).default('') },
  refusals: conversationRefusals('reason_missing', 'report_closed'),
  run: async (ctx, { id, verdict }) => {
    const { db, actor, now } = ctx
    seeOrNotFound(actor, 'talks.review', null)
    if (actor.kind !== 'staff') throw new NotFound('report')
    if (verdict.trim() === '') return refuse('reason_missing')
    const closed = await db
      .updateTable('conversationReports')
      .set({ closedAt: now, closedBy: actor.adminId, verdict })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .returning('conversationId')
      .executeTakeFirst()
    if (!closed) return refuse('report_closed')
    await recordEvent(db, ctx, {
      kind: 'talk_report_closed',
      aboutConversationId: closed.conversationId,
      reason: verdict,
    })
    return ok(null)
  },
})

/** How many reports wait for staff. */
export const reportsWaiting = query('talks.review', async (ctx): Promise<number> => {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
  seeOrNotFound(ctx.actor, 'talks.review', null)
  const row = await ctx.db
    .selectFrom('conversationReports')
    .select((is) => is.fn.countAll<string>().as('n'))
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
})
