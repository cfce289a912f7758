import { sql } from 'kysely'
import { authorize, requireBuyer, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, LotId, OrderId, RecallId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '../signed-in.ts'

export type RecallRow = {
  id: RecallId
  number: number
  farmId: FarmId
  farm: string
  rehearsal: boolean
  reason: string
  begunAt: Date
  begunBy: string
  closedAt: Date | null
  lots: { id: LotId; code: string; name: string; unit: string; harvestedOn: JstDate }[]
  restaurants: number
  read: number
  answered: number
}

const mostRecalls = 100

/** The farm's recalls and rehearsals, newest first; with whom to call while one is open. */
export const farmRecalls = query('recall.see', async (ctx: Ctx): Promise<RecallRow[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'recall.see', { farmId })
  return recallRows(ctx, sql`r.farm_id = ${farmId}`)
})

/** Those of all farms, open ones first. */
export const allRecalls = query('lots.list_all', async (ctx: Ctx): Promise<RecallRow[]> => {
  authorize(ctx.actor, 'lots.list_all', null)
  return recallRows(ctx, sql`true`)
})

async function recallRows({ db }: Ctx, where: ReturnType<typeof sql>): Promise<RecallRow[]> {
  const { rows } = await sql<RecallRow>`
    select r.id, r.number, r.farm_id as "farmId", f.name as farm, r.rehearsal, r.reason, r.begun_at as "begunAt",
           r.begun_by as "begunBy", r.closed_at as "closedAt", t.restaurants, t.read, t.answered,
           (select json_agg(json_build_object('id', l.id, 'code', l.code, 'name', p.name, 'unit', p.unit_label, 'harvestedOn', l.harvested_on)
                            order by l.harvested_on desc, l.id)
              from recall_lots rl join lots l on l.id = rl.lot_id join products p on p.id = l.product_id
             where rl.recall_id = r.id) as lots
      from recalls r join farms f on f.id = r.farm_id
      cross join lateral (select count(*)::int as restaurants, count(read_at)::int as read, count(answered_at)::int as answered
                            from recall_targets where recall_id = r.id) t
     where ${where}
     order by (r.closed_at is null and not r.rehearsal) desc, r.begun_at desc, r.id desc limit ${mostRecalls}`.execute(
    db,
  )
  return rows
}

export type RecallTarget = {
  restaurantId: RestaurantId
  restaurant: string
  kitchens: { name: string; phone: string; qty: number; lastOn: JstDate }[]
  /** How many people were notified, and when; in a rehearsal none. */
  toldPeople: number
  toldAt: Date | null
  readAt: Date | null
  readBy: string | null
  answer: RecallAnswer | null
  answeredAt: Date | null
  note: string
  heard: boolean
  saidBy: string | null
}

export type RecallDetail = RecallRow & {
  handling: RecallHandling
  instructions: string
  behalfReason: string | null
  closedBy: string | null
  report: string | null
  qty: number
  targets: RecallTarget[]
}

/** One recall with everyone it affects: those who still have to be called come first. */
export const recallDetail = query('recall.see', async (ctx: Ctx, id: RecallId): Promise<RecallDetail> => {
  requireSignedIn(ctx)
  const [row] = await recallRows(ctx, sql`r.id = ${id}`)
  if (!row) throw new NotFound('recall')
  seeOrNotFound(ctx.actor, 'recall.see', row)
  const more = await ctx.db
    .selectFrom('recalls')
    .select(['handling', 'instructions', 'behalfReason', 'closedBy', 'report'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows: targets } = await sql<RecallTarget>`
    select t.restaurant_id as "restaurantId", r.name as restaurant, t.told_people as "toldPeople", t.told_at as "toldAt",
           t.read_at as "readAt", t.read_by as "readBy", t.answer, t.answered_at as "answeredAt",
           coalesce(a.note, '') as note, coalesce(a.heard, false) as heard, a.said_by as "saidBy", k.kitchens
      from recall_targets t join restaurants r on r.id = t.restaurant_id
      left join lateral (select note, heard, said_by from recall_answers
                          where recall_id = t.recall_id and restaurant_id = t.restaurant_id order by id desc limit 1) a on true
      cross join lateral (
        select json_agg(json_build_object('name', name, 'phone', phone, 'qty', qty, 'lastOn', last_on) order by name) as kitchens
          from (select k.name, k.phone, sum(l.qty)::int as qty, max(o.delivery_on) as last_on
                  from recall_lines l join kitchens k on k.id = l.kitchen_id
                  join order_lines line on line.id = l.order_line_id join orders o on o.id = line.order_id
                 where l.recall_id = t.recall_id and l.restaurant_id = t.restaurant_id group by k.id) k) k
     where t.recall_id = ${id}
     order by t.answered_at is not null, t.read_at is not null, r.kana, t.restaurant_id`.execute(ctx.db)
  const qty = targets.reduce((sum, { kitchens }) => sum + kitchens.reduce((of, it) => of + it.qty, 0), 0)
  return { ...row, ...more, qty, targets }
})

export type OwnRecall = {
  id: RecallId
  number: number
  rehearsal: false
  farm: string
  farmPhone: string
  reason: string
  handling: RecallHandling
  instructions: string
  begunAt: Date
  closedAt: Date | null
  report: string | null
  answer: RecallAnswer | null
  answeredAt: Date | null
  note: string
  lines: {
    orderId: OrderId
    number: string
    deliveryOn: JstDate
    kitchen: string
    name: string
    code: string
    harvestedOn: JstDate
    qty: number
    unit: string
  }[]
}

/** A recall as a restaurant reads it: what of it came here. NotFound for a rehearsal. */
export const ownRecall = query('received_lots.see', async (ctx: Ctx, id: RecallId): Promise<OwnRecall> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'received_lots.see', { restaurantId })
  const { rows } = await sql<OwnRecall>`
    select r.id, r.number, r.rehearsal, f.name as farm, f.phone as "farmPhone", r.reason, r.handling, r.instructions,
           r.begun_at as "begunAt", r.closed_at as "closedAt", r.report, t.answer, t.answered_at as "answeredAt",
           coalesce((select note from recall_answers a where a.recall_id = r.id and a.restaurant_id = t.restaurant_id
                      order by a.id desc limit 1), '') as note,
           (select json_agg(json_build_object('orderId', o.id, 'number', o.number, 'deliveryOn', o.delivery_on,
                     'kitchen', k.name, 'name', line.name, 'code', l.code, 'harvestedOn', l.harvested_on, 'qty', x.qty,
                     'unit', line.unit_label) order by o.delivery_on desc, line.ordinal, l.code)
              from recall_lines x join order_lines line on line.id = x.order_line_id join orders o on o.id = line.order_id
              join kitchens k on k.id = x.kitchen_id join lots l on l.id = x.lot_id
             where x.recall_id = r.id and x.restaurant_id = t.restaurant_id) as lines
      from recall_targets t join recalls r on r.id = t.recall_id join farms f on f.id = r.farm_id
     where t.recall_id = ${id} and t.restaurant_id = ${restaurantId} and not r.rehearsal`.execute(ctx.db)
  const [recall] = rows
  if (!recall) throw new NotFound('recall')
  return recall
})

/** Those that this restaurant was asked about, newest first. */
export const ownRecalls = query('received_lots.see', async (ctx: Ctx) => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'received_lots.see', { restaurantId })
  return ctx.db
    .selectFrom('recallTargets as t')
    .innerJoin('recalls as r', 'r.id', 't.recallId')
    .innerJoin('farms as f', 'f.id', 'r.farmId')
    .select(['r.id', 'r.number', 'f.name as farm', 'r.reason', 'r.begunAt', 'r.closedAt'])
    .select(['t.answer', 't.answeredAt'])
    .where('t.restaurantId', '=', restaurantId)
    .where('r.rehearsal', '=', false)
    .orderBy('r.begunAt', 'desc')
    .limit(mostRecalls)
    .execute()
})

export type RecallToAnswer = { id: RecallId; farm: string; more: number }

/** At most one row; one lookup in a small index. */
export const recallToAnswerRows = (restaurantId: RestaurantId) => sql<RecallToAnswer>`
  (select r.id, f.name as farm, count(*) over ()::int - 1 as more
     from recall_targets t join recalls r on r.id = t.recall_id join farms f on f.id = r.farm_id
    where t.restaurant_id = ${restaurantId} and t.answered_at is null and t.told_at is not null and r.closed_at is null
    order by r.begun_at limit 1)`

/** The recall that this restaurant still has to answer, for the bar on its pages. */
export async function recallToAnswer({ db, actor }: Ctx): Promise<RecallToAnswer | null> {
  const { restaurantId } = requireBuyer(actor)
  const { rows } = await recallToAnswerRows(restaurantId).execute(db)
  return rows[0] ?? null
}
