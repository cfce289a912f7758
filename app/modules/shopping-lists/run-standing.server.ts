import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { LeftOut, RunOutcome } from '#kernel/enums.ts'
import type { StandingOrderId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf, weekdayOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { creditRefusalCodes } from '#modules/credit/refusal-text.ts'
import { holdFarms, holdOpenOrders, holdRestaurant } from '#modules/ordering/hold-places.server.ts'
import { placeQuoted } from '#modules/ordering/place-order.server.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { lockStock } from '#modules/products/catalog/stock.server.ts'
import { buyerOf } from './buyer-of.server.ts'
import { lookAgainAt, nextDue } from './standing-days.ts'
import { standingGoods } from './standing-goods.server.ts'
import { tellBefore, tellOrdered, tellStopped } from './standing-mails.server.tsx'
import { type StandingRow, skippedDays } from './standing-orders.server.ts'

type Parts = Omit<Ctx, 'actor'>
export type StandingStep = { id: StandingOrderId; day: JstDate; did: 'told' | RunOutcome }

const atOnce = 200

/**
 * Runs what is due for standing orders: announces the order the evening before, and places it in time. Idempotent, and
 * safe to run concurrently: each step locks its standing order and is recorded by day, so that nothing is announced or
 * ordered twice. A failing one does not block the others. Returns the steps taken.
 */
export async function runStandingOrders(parts: Parts): Promise<StandingStep[]> {
  const due = await parts.db
    .selectFrom('standingOrders')
    .select('id')
    .where('nextAt', '<=', parts.now)
    .orderBy('nextAt')
    .limit(atOnce)
    .execute()
  const steps: StandingStep[] = []
  const failed: unknown[] = []
  for (const { id } of due) {
    try {
      steps.push(...(await stepsOf(parts, id)))
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} standing orders failed`)
  return steps
}

async function stepsOf(parts: Parts, id: StandingOrderId): Promise<StandingStep[]> {
  const steps: StandingStep[] = []
  // after a concurrent change, or when stock has run out, it is tried again, but a limited number of times
  for (let idle = 0; idle < 3; ) {
    const row = await parts.db.selectFrom('standingOrders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.nextAt === null || row.listId === null) return steps
    const who = await buyerOf(parts, row)
    if (who === 'not_there') {
      await stop(parts, row)
      return steps
    }
    // a suspended restaurant orders nothing; it is checked again later
    const due = who === 'not_now' ? null : await dueOf({ ...parts, actor: who }, who, row)
    if (who === 'not_now' || !due || due.at > parts.now) {
      await parts.db
        .updateTable('standingOrders')
        .set({ nextAt: lookAgainAt(parts.now, due) })
        .where('id', '=', id)
        .where('version', '=', row.version)
        .where('nextAt', '=', row.nextAt)
        .execute()
      return steps
    }
    const did =
      due.what === 'notice'
        ? await notice(parts, who, row, due.deliveryOn)
        : await orderFor(parts, who, row, due.deliveryOn)
    if (did) steps.push({ id, day: due.deliveryOn, did })
    else idle++
  }
  return steps
}

/** What is due next: by its days, or a day that was announced and is no longer possible. */
async function dueOf(ctx: Ctx, buyer: BuyerActor, row: StandingRow) {
  if (row.listId === null) return null
  const goods = await standingGoods(ctx, buyer, { kitchenId: row.kitchenId, listId: row.listId })
  const skipped = await skippedDays(ctx.db, row.id)
  const runs = await ctx.db
    .selectFrom('standingRuns')
    .select(['deliveryOn', 'noticedAt', 'ranAt'])
    .where('standingOrderId', '=', row.id)
    .execute()
  const days = goods.days(row.weekdays, skipped)
  const lost = runs.find(
    (run) =>
      run.noticedAt !== null &&
      run.ranAt === null &&
      run.deliveryOn >= jstDateOf(ctx.now) &&
      row.weekdays.includes(weekdayOf(run.deliveryOn)) &&
      !skipped.has(run.deliveryOn) &&
      !days.some(({ deliveryOn, state }) => deliveryOn === run.deliveryOn && state === 'planned'),
  )
  if (lost) return { what: 'order' as const, deliveryOn: lost.deliveryOn, at: ctx.now }
  return nextDue(
    days,
    runs.map((run) => ({
      deliveryOn: run.deliveryOn,
      noticed: run.noticedAt !== null,
      ran: run.ranAt !== null,
    })),
  )
}

/** The evening before: announced once. */
const notice = (parts: Parts, buyer: BuyerActor, { id }: StandingRow, day: JstDate): Promise<'told' | null> =>
  parts.db.transaction().execute(async (db) => {
    const ctx: Ctx = { ...parts, db, actor: buyer }
    const row = await lockActive(ctx, id)
    if (!row?.listId || (await skippedDays(db, id)).has(day)) return null
    const goods = await standingGoods(ctx, buyer, { kitchenId: row.kitchenId, listId: row.listId })
    const planned = goods.days(row.weekdays, new Set()).find(({ deliveryOn }) => deliveryOn === day)
    if (planned?.state !== 'planned') return null
    const told = await db
      .insertInto('standingRuns')
      .values({
        standingOrderId: id,
        deliveryOn: day,
        noticedAt: parts.now,
        ranAt: null,
        outcome: null,
        purchaseId: null,
        leftOut: '[]',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('deliveryOn')
      .executeTakeFirst()
    if (!told) return null
    await tellBefore(ctx, row, { planned, ...goods.on(day, row.ceilingYen) })
    return 'told'
  })

type Ran = { outcome: RunOutcome }

/**
 * Orders for one day in the same way as a checkout: stock, prices, freight, days, the limit of the person in whose name
 * it orders. What cannot be ordered is left out; if nothing is left there is no order and no fee. The key is the
 * standing order and the day.
 */
async function orderFor(parts: Parts, buyer: BuyerActor, row: StandingRow, day: JstDate): Promise<RunOutcome | null> {
  const input = { id: row.id, day }
  const done: Result<Ran, OrderingRefusal> = await idempotent<Ran, OrderingRefusal>(
    { ...parts, actor: buyer },
    'standing.order',
    `standing:${row.id}:${day}`,
    input,
    async (ctx) => orderNow(ctx, buyer, input),
  )
  // skipped or ordered meanwhile, or the stock has just run out: checked again
  if (!done.ok && done.refusal !== 'out_of_stock' && done.refusal !== 'wrong_state')
    throw new Error(`standing order ${row.id}: ${done.refusal}`)
  return done.ok ? done.value.outcome : null
}

async function orderNow(
  ctx: Ctx,
  buyer: BuyerActor,
  { id, day }: { id: StandingOrderId; day: JstDate },
): Promise<Result<Ran, OrderingRefusal>> {
  const row = await lockActive(ctx, id)
  const already = await ctx.db
    .selectFrom('standingRuns')
    .select('ranAt')
    .where('standingOrderId', '=', id)
    .where('deliveryOn', '=', day)
    .executeTakeFirst()
  const wanted = row?.weekdays.includes(weekdayOf(day)) && !(await skippedDays(ctx.db, id)).has(day)
  if (!row?.listId || !wanted || already?.ranAt) return refuse('wrong_state')
  const of = { kitchenId: row.kitchenId, listId: row.listId }
  const { orderLimitYen: limit } = await holdRestaurant(ctx, buyer)
  const { farmIds, productIds } = await standingGoods(ctx, buyer, of)
  await holdFarms(ctx, farmIds)
  await holdOpenOrders(ctx, row.kitchenId)
  await lockStock(ctx.db, productIds)
  const { question, quote, leftOut, reduced } = (await standingGoods(ctx, buyer, of)).on(day, row.ceilingYen)
  if (quote.lineCount === 0) {
    await note(ctx, row, { day, outcome: 'nothing', purchaseId: null, leftOut })
    await tellOrdered(ctx, row, { day, outcome: 'nothing', purchase: null, quote, leftOut, reduced })
    return ok({ outcome: 'nothing' })
  }
  const quoted = { kitchenId: row.kitchenId, question, limit, askOwner: true, ownMail: true } as const
  const placed = await placeQuoted(ctx, buyer, quoted)
  if (!placed.ok && creditRefusalCodes.some((code) => code === placed.refusal)) {
    await note(ctx, row, { day, outcome: 'refused', purchaseId: null, leftOut })
    const why = refusalText(placed.refusal, placed.detail)
    await tellOrdered(ctx, row, { day, outcome: 'refused', purchase: null, why, quote, leftOut, reduced })
    return ok({ outcome: 'refused' })
  }
  if (!placed.ok) return placed
  const outcome = placed.value.pending ? 'asked' : 'ordered'
  await note(ctx, row, { day, outcome, purchaseId: placed.value.purchaseId, leftOut })
  await tellOrdered(ctx, row, { day, outcome, purchase: placed.value, quote, leftOut, reduced })
  return ok({ outcome })
}

type Noted = {
  day: JstDate
  outcome: RunOutcome
  purchaseId: NonNullable<Parameters<typeof recordEvent>[2]['purchaseId']> | null
  leftOut: readonly LeftOut[]
}

async function note(ctx: Ctx, row: StandingRow, { day, outcome, purchaseId, leftOut }: Noted): Promise<void> {
  const run = {
    ranAt: ctx.now,
    outcome,
    purchaseId,
    leftOut: JSON.stringify(leftOut),
  }
  await ctx.db
    .insertInto('standingRuns')
    .values({ standingOrderId: row.id, deliveryOn: day, noticedAt: null, ...run })
    .onConflict((conflict) => conflict.columns(['standingOrderId', 'deliveryOn']).doUpdateSet(run))
    .execute()
  await recordEvent(ctx.db, ctx, {
    kind: purchaseId ? 'standing_ordered' : 'standing_nothing',
    as: 'instruction',
    aboutRestaurantId: row.restaurantId,
    ...(purchaseId && { purchaseId }),
    data: { id: row.id, day, leftOut: leftOut.map(({ name, why }) => ({ name, why })) },
  })
}

async function lockActive(ctx: Ctx, id: StandingOrderId): Promise<StandingRow | null> {
  const row = await ctx.db.selectFrom('standingOrders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && row.pausedAt === null && row.endedAt === null ? row : null
}

/** There is no one left in whose name it could order: it is paused, and the owners are notified. */
const stop = (parts: Parts, { id }: StandingRow): Promise<void> =>
  parts.db.transaction().execute(async (db) => {
    const ctx: Ctx = { ...parts, db, actor: { kind: 'system' } }
    const row = await lockActive(ctx, id)
    if (!row) return
    await db.updateTable('standingOrders').set({ pausedAt: parts.now, nextAt: null }).where('id', '=', id).execute()
    await recordEvent(db, ctx, { kind: 'standing_paused', aboutRestaurantId: row.restaurantId, data: { id } })
    await tellStopped(ctx, row)
  })
