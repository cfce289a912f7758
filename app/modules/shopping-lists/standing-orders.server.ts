import type { Selectable } from 'kysely'
import { z } from 'zod'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { LeftOut, RunOutcome } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type PurchaseId, type ShoppingListId, type StandingOrderId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf, type Weekday, weekdayOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, KitchenChoice, RowVersion, WeekdaysIn, YesNo } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { kitchenForLists, ListIdIn, ownList } from './list-store.server.ts'
import { type ListRefusal, listRefusals, listRefusalText } from './refusal-text.ts'
import type { StandingDay } from './standing-days.ts'
import { standingGoods } from './standing-goods.server.ts'

export const mostStanding = 20
const mostYen = 10_000_000
/** How many of the next dates are shown. */
const shownDays = 4
const shownRuns = 3

export type StandingRun = {
  deliveryOn: JstDate
  outcome: RunOutcome
  purchaseId: PurchaseId | null
  leftOut: LeftOut[]
}
export type StandingOrder = {
  id: StandingOrderId
  list: { id: ShoppingListId; name: string }
  weekdays: Weekday[]
  ceilingYen: Yen
  paused: boolean
  /** In whose name it orders. */
  by: string
  version: number
  days: StandingDay[]
  /** The results of the last runs, newest first. */
  runs: StandingRun[]
}

/** The standing orders of a kitchen with their next dates. */
export const standingOrders = query('list.see', async (ctx, named: KitchenId | undefined): Promise<StandingOrder[]> => {
  const buyer = kitchenForLists(ctx, named, 'list.see')
  const { kitchenId } = buyer
  const rows = await ctx.db
    .selectFrom('standingOrders')
    .innerJoin('shoppingLists', 'shoppingLists.id', 'standingOrders.listId')
    .innerJoin('people', 'people.id', 'standingOrders.personId')
    .select([
      'standingOrders.id',
      'standingOrders.weekdays',
      'ceilingYen',
      'pausedAt',
      'standingOrders.version',
      'shoppingLists.id as listId',
      'shoppingLists.name',
      'people.name as by',
    ])
    .where('standingOrders.kitchenId', '=', kitchenId)
    .where('endedAt', 'is', null)
    .orderBy('standingOrders.id')
    .execute()
  const standing: StandingOrder[] = []
  for (const row of rows) {
    const goods = await standingGoods(ctx, buyer, { kitchenId, listId: row.listId })
    const runs = await runsOf(ctx.db, row.id)
    const ran = new Set(runs.map(({ deliveryOn }) => deliveryOn))
    const days = goods.days(row.weekdays, await skippedDays(ctx.db, row.id))
    standing.push({
      id: row.id,
      list: { id: row.listId, name: row.name },
      weekdays: row.weekdays,
      ceilingYen: row.ceilingYen,
      paused: row.pausedAt !== null,
      by: row.by,
      version: row.version,
      days: days.filter(({ deliveryOn }) => !ran.has(deliveryOn)).slice(0, shownDays),
      runs: runs.slice(0, shownRuns),
    })
  }
  return standing
})

async function runsOf(db: DbOrTx, id: StandingOrderId): Promise<StandingRun[]> {
  const rows = await db
    .selectFrom('standingRuns')
    .select(['deliveryOn', 'outcome', 'purchaseId', 'leftOut'])
    .where('standingOrderId', '=', id)
    .where('ranAt', 'is not', null)
    .orderBy('deliveryOn', 'desc')
    .limit(60)
    .execute()
  return rows.flatMap((row) =>
    row.outcome
      ? [
          {
            deliveryOn: row.deliveryOn,
            outcome: row.outcome,
            purchaseId: row.purchaseId,
            leftOut: row.leftOut,
          },
        ]
      : [],
  )
}

export async function skippedDays(db: DbOrTx, id: StandingOrderId): Promise<Set<JstDate>> {
  const rows = await db.selectFrom('standingSkips').select('deliveryOn').where('standingOrderId', '=', id).execute()
  return new Set(rows.map(({ deliveryOn }) => deliveryOn))
}

const wantedIn = {
  listId: ListIdIn,
  weekdays: WeekdaysIn,
  ceilingYen: z.int(listRefusalText('bad_ceiling')).describe('1回の上限額（税・送料込）'),
}
type Wanted = z.output<z.ZodObject<typeof wantedIn>>
const wantedRefusals = ['weekday_missing', 'bad_ceiling', 'list_empty'] as const

const StandingIdIn = IdOf<'standingOrder'>('自動注文')
const ofDay = { id: StandingIdIn, day: DayIn }
type Changed = Result<{ id: StandingOrderId }, ListRefusal>

/**
 * From now on this list is ordered automatically for these weekdays, in the name and within the limit of the user who
 * sets it up, and never for more than the ceiling.
 */
export const makeStanding = mutation({
  name: 'standing.make',
  permission: 'list.change',
  input: { kitchenId: KitchenChoice, ...wantedIn },
  refusals: listRefusals(...wantedRefusals, 'too_many_standing', 'key_reused'),
  run: async (ctx, input): Promise<Changed> => {
    const { restaurantId, personId, kitchenId } = kitchenForLists(ctx, input.kitchenId, 'list.change')
    const wrong = await blockers(ctx, kitchenId, input)
    if (wrong) return wrong
    const there = await ctx.db
      .selectFrom('standingOrders')
      .select('id')
      .where('kitchenId', '=', kitchenId)
      .where('endedAt', 'is', null)
      .execute()
    if (there.length >= mostStanding) return refuse('too_many_standing')
    const id = newId<'standingOrder'>()
    await ctx.db
      .insertInto('standingOrders')
      .values({
        id,
        restaurantId,
        kitchenId,
        listId: input.listId,
        personId,
        weekdays: inOrder(input.weekdays),
        ceilingYen: yen(input.ceilingYen),
        nextAt: ctx.now,
        pausedAt: null,
        endedAt: null,
        createdAt: ctx.now,
        changedAt: ctx.now,
      })
      .execute()
    await noted(ctx, 'standing_made', { id, ...wanted(input) })
    return ok({ id })
  },
})

/** Changes list, weekdays and ceiling. It continues in the name of the user who changed it. */
export const changeStanding = repeatable({
  name: 'standing.change',
  permission: 'list.change',
  input: { id: StandingIdIn, ...wantedIn, version: RowVersion },
  refusals: listRefusals(...wantedRefusals, 'changed_meanwhile'),
  run: (ctx, input) =>
    changing(ctx, input.id, async (ctx, row) => {
      if (row.version !== input.version) return refuse('changed_meanwhile')
      const wrong = await blockers(ctx, row.kitchenId, input)
      if (wrong) return wrong
      await ctx.db
        .updateTable('standingOrders')
        .set({
          listId: input.listId,
          weekdays: inOrder(input.weekdays),
          ceilingYen: yen(input.ceilingYen),
          personId: requireBuyer(ctx.actor).personId,
          version: row.version + 1,
          ...(row.pausedAt === null && { nextAt: ctx.now }),
        })
        .where('id', '=', row.id)
        .execute()
      await noted(ctx, 'standing_changed', { id: row.id, ...wanted(input) })
      return ok({ id: row.id })
    }),
})

/** Pauses it, or resumes it in the name of the user who does so. Idempotent. */
export const pauseStanding = repeatable({
  name: 'standing.pause',
  permission: 'list.change',
  input: { id: StandingIdIn, paused: YesNo },
  refusals: listRefusals(),
  run: (ctx, { id, paused }) =>
    changing(ctx, id, async (ctx, row) => {
      if ((row.pausedAt !== null) === paused) return ok({ id })
      await ctx.db
        .updateTable('standingOrders')
        .set(
          paused
            ? { pausedAt: ctx.now, nextAt: null }
            : { pausedAt: null, nextAt: ctx.now, personId: requireBuyer(ctx.actor).personId },
        )
        .where('id', '=', id)
        .execute()
      await noted(ctx, paused ? 'standing_paused' : 'standing_resumed', { id })
      return ok({ id })
    }),
})

/** Skips one of its days, as long as nothing was ordered for it. */
export const skipStanding = repeatable({
  name: 'standing.skip',
  permission: 'list.change',
  input: ofDay,
  refusals: listRefusals('day_not_skippable'),
  run: (ctx, of) =>
    changingDay(ctx, of, 'standing_skipped', async (ctx) => {
      await ctx.db
        .insertInto('standingSkips')
        .values({ standingOrderId: of.id, deliveryOn: of.day })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }),
})

/** Restores a day that was skipped. */
export const unskipStanding = repeatable({
  name: 'standing.unskip',
  permission: 'list.change',
  input: ofDay,
  refusals: listRefusals('day_not_skippable'),
  run: (ctx, of) =>
    changingDay(ctx, of, 'standing_unskipped', async (ctx) => {
      await ctx.db
        .deleteFrom('standingSkips')
        .where('standingOrderId', '=', of.id)
        .where('deliveryOn', '=', of.day)
        .execute()
    }),
})

/** Ends it permanently. What it has ordered stays ordered. */
export const endStanding = repeatable({
  name: 'standing.end',
  permission: 'list.change',
  input: { id: StandingIdIn },
  refusals: listRefusals(),
  run: (ctx, { id }) =>
    changing(ctx, id, async (ctx) => {
      await ctx.db.updateTable('standingOrders').set({ endedAt: ctx.now, nextAt: null }).where('id', '=', id).execute()
      await noted(ctx, 'standing_ended', { id })
      return ok({ id })
    }),
})

export type StandingRow = Selectable<Database['standingOrders']>

/** Locked before it is checked: skipping a day either precedes its order, or finds that it has been placed. */
const changing = (
  ctx: Ctx,
  id: StandingOrderId,
  change: (ctx: Ctx, row: StandingRow) => Promise<Changed>,
): Promise<Changed> =>
  ctx.db.transaction().execute(async (db) => {
    requireBuyer(ctx.actor)
    const row = await db.selectFrom('standingOrders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || row.endedAt !== null) throw new NotFound('standing order')
    seeOrNotFound(ctx.actor, 'list.see', { restaurantId: row.restaurantId })
    authorize(ctx.actor, 'list.change', { restaurantId: row.restaurantId })
    const inside = { ...ctx, db }
    const changed = await change(inside, row)
    if (changed.ok) await db.updateTable('standingOrders').set({ changedAt: ctx.now }).where('id', '=', id).execute()
    return changed
  })

const changingDay = (
  ctx: Ctx,
  { id, day }: { id: StandingOrderId; day: JstDate },
  kind: 'standing_skipped' | 'standing_unskipped',
  change: (ctx: Ctx) => Promise<void>,
): Promise<Changed> =>
  changing(ctx, id, async (ctx, row) => {
    const ran = await ctx.db
      .selectFrom('standingRuns')
      .select('deliveryOn')
      .where('standingOrderId', '=', id)
      .where('deliveryOn', '=', day)
      .where('ranAt', 'is not', null)
      .executeTakeFirst()
    if (ran || day < jstDateOf(ctx.now) || !row.weekdays.includes(weekdayOf(day))) return refuse('day_not_skippable')
    await change(ctx)
    if (row.pausedAt === null)
      await ctx.db.updateTable('standingOrders').set({ nextAt: ctx.now }).where('id', '=', id).execute()
    await noted(ctx, kind, { id, day })
    return ok({ id })
  })

async function blockers(ctx: Ctx, kitchenId: KitchenId, { listId, weekdays, ceilingYen }: Wanted) {
  const list = await ownList(ctx, listId, 'change')
  if (list.kitchenId !== kitchenId) throw new NotFound('list')
  if (weekdays.length === 0) return refuse('weekday_missing' as const)
  if (!Number.isSafeInteger(ceilingYen) || ceilingYen < 1 || ceilingYen > mostYen) return refuse('bad_ceiling' as const)
  const line = await ctx.db
    .selectFrom('shoppingListLines')
    .select('productId')
    .where('listId', '=', listId)
    .executeTakeFirst()
  return line ? null : refuse('list_empty' as const)
}

const inOrder = (weekdays: readonly Weekday[]): Weekday[] => [...new Set(weekdays)].sort((a, b) => a - b)
const wanted = ({ listId, weekdays, ceilingYen }: Wanted) => ({ listId, weekdays: inOrder(weekdays), ceilingYen })

const noted = (
  ctx: Ctx,
  kind:
    | 'standing_made'
    | 'standing_changed'
    | 'standing_paused'
    | 'standing_resumed'
    | 'standing_skipped'
    | 'standing_unskipped'
    | 'standing_ended',
  data: Record<string, unknown>,
) => recordEvent(ctx.db, ctx, { kind, aboutRestaurantId: requireBuyer(ctx.actor).restaurantId, data })
