import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { insertMany } from '#infra/db/many-rows.ts'
import type { OrderState, ShipTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type OrderId, type PurchaseId, type RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type When, write } from '#modules/audit-log/last-statement.server.ts'
import { eventParts } from '#modules/audit-log/record-event.server.ts'
import { orderWay } from '#modules/delivery/ways.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { type Reservation, reservationParts } from '#modules/products/catalog/stock.server.ts'
import { acceptedAtOnce } from './accept-fresh.ts'
import { shipToColumns } from './hold-places.server.ts'
import { joinOrder } from './join-order.server.ts'
import { checkTransition, nextTimer } from './order-process.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'
import { freshFacts, lineRows, type PlannedOrder, parcelRows } from './purchase-rows.ts'
import { newsOf } from './record-order-notification.server.ts'

type New = {
  plan: readonly PlannedOrder[]
  name: 'place' | 'request'
  shipTo: ShipTo | undefined
  /** What has been taken from stock, if all of its lines are new. */
  reserved: readonly Reservation[]
  /** Of history and quantities, and of lines and parcels unless an order rides by a run. */
  when?: When
}

/**
 * Writes purchase, orders, lines, quantities, parcels, reservations and history: three statements for any number of farms, of
 * which the last two may be a part of that of the transaction: orders first, because triggers of lines and parcels read them.
 */
export async function writePurchase(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  { plan, name, reserved, when = 'now', ...given }: New,
): Promise<{ purchaseId: PurchaseId; number: string; orderIds: OrderId[] }> {
  const { to } = ruleOf(name)
  const purchaseId = newId<'purchase'>()
  const { personId, restaurantId } = buyer
  const shipTo = given.shipTo ?? (await shipToOf(ctx, kitchenId))
  const fresh = plan
    .filter(({ farm }) => !farm.joins)
    .map((planned) => ({ ...planned, ...factsOf(ctx, planned, name) }))
  const insertPurchase = ctx.db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      number: sql<string>`to_char(${jstDateOf(ctx.now)}::date, 'YYMMDD') || '-' || to_char(nextval('purchase_number'), 'FM99999999900000')`,
      restaurantId,
      kitchenId,
      personId,
      placedAt: ctx.now,
    })
    .returning('number')
  const orders = fresh.map(({ orderId, farm, day, facts }, index) => ({
    id: orderId,
    // after that of the purchase
    number: `-${index + 1}`,
    purchaseId,
    farmId: farm.farmId,
    restaurantId,
    kitchenId,
    state: facts.state,
    deliveryOn: day.deliveryOn,
    shipOn: day.shipOn,
    slot: farm.slot,
    placedAt: ctx.now,
    acceptedAt: facts.acceptedAt,
    cutoffAt: day.cutoffAt,
    answerDueAt: day.answerDueAt,
    packAt: day.packAt,
    timerAt: nextTimer(facts)?.at ?? null,
    deliveredAt: null,
    finalizedAt: null,
    freightTaxPercent: farm.freightTaxPercent,
    note: farm.note,
    shipTo,
    way: farm.way && orderWay(farm.way),
    cancelPercent: farm.lateCancelPercent,
  }))
  const numberOfPurchase = sql<string>`(select number from purchase)`
  const calculated = { number: sql`${numberOfPurchase} || number`, ...partTerms(restaurantId) }
  const [purchase] =
    fresh.length === 0
      ? await insertPurchase.execute()
      : (
          await sql<{ number: string }>`with purchase as (${insertPurchase})
            ${insertMany('orders', orders, calculated)} returning ${numberOfPurchase} as number`.execute(ctx.db)
        ).rows
  if (!purchase) throw new Error('a purchase was not written')
  const { number } = purchase
  if (fresh.length > 0) {
    const lines = fresh.flatMap(lineRows).map(({ shortageTerms, ...line }) => ({
      ...line,
      shortageTerms: JSON.parse(shortageTerms) as unknown,
    }))
    // the places on runs are taken before the last statement, and what they read has to be there
    const isAlone = plan.every(({ farm }) => farm.run === null)
    await write(
      ctx.db,
      [
        sql`boxes as (${insertMany('parcels', fresh.flatMap(parcelRows))})`,
        sql`goods as (${insertMany('orderLines', lines)})`,
      ],
      isAlone ? when : 'now',
    )
    const first = fresh.map((planned): FirstStep => ({ planned, name, from: 'draft', stage: 'ordered' }))
    const accepted = fresh
      .filter(({ accepts }) => accepts)
      .map((planned): FirstStep => ({ planned, name: 'accept', from: to, stage: 'confirmed' }))
    await recordSteps(ctx, purchaseId, { steps: [...first, ...accepted], reserved, when })
  }
  for (const planned of plan) if (planned.farm.joins) await joinOrder(ctx, { purchaseId, number }, planned)
  return { purchaseId, number, orderIds: plan.map(({ orderId }) => orderId) }
}

/** How a new order begins, and whether its farm accepts it at once by itself. */
function factsOf({ now }: Ctx, { farm, day }: PlannedOrder, name: 'place' | 'request') {
  const facts = freshFacts(day, ruleOf(name).to)
  // The quote has already asked the day engine; the process decides.
  const judged = checkTransition({ ...facts, state: 'draft' }, name, 'buyer', now)
  if (!judged.ok) throw new Error(`a quoted day was refused: ${judged.refusal}`)
  const accepts = name === 'place' && farm.autoAccept
  return { accepts, facts: accepts ? acceptedAtOnce(facts, now) : facts }
}

type FirstStep = { planned: PlannedOrder; name: TransitionName; from: OrderState; stage: 'ordered' | 'confirmed' }

/** The history of new orders, whom it notifies, their quantities, and what was reserved for them. */
async function recordSteps(
  ctx: Ctx,
  purchaseId: PurchaseId,
  { steps, reserved, when }: { steps: readonly FirstStep[]; reserved: readonly Reservation[]; when: When },
): Promise<void> {
  const automatic: Ctx = { ...ctx, actor: { kind: 'system' } }
  const byOf = ({ name }: FirstStep) => (name === 'accept' ? automatic : ctx)
  const { ids, parts } = eventParts(
    steps.map((step) => {
      const { event: kind, to } = ruleOf(step.name)
      const { orderId } = step.planned
      return { by: byOf(step), event: { kind, purchaseId, orderId, fromState: step.from, toState: to } }
    }),
  )
  const noted = steps.flatMap((step, index) => {
    const eventId = ids[index]
    return eventId ? [{ ...step, eventId }] : []
  })
  const quantities = noted.flatMap(({ planned, stage, eventId }) =>
    planned.lines.map(({ lineId, line }) => {
      const { qty, grams } = nominalQuantity(line.terms, line.qty)
      return { orderLineId: lineId, stage, qty, grams, eventId, at: ctx.now }
    }),
  )
  const news = noted.flatMap((step) => {
    const { name, eventId, planned } = step
    return newsOf(byOf(step), [{ name, eventId, orderId: planned.orderId }])
  })
  await write(
    ctx.db,
    [
      ...parts,
      ...(reserved.length > 0 ? reservationParts(ctx, reserved) : []),
      ...(news.length > 0 ? [sql`news as (${insertMany('orderNews', news)})`] : []),
      sql`quantities as (${insertMany('quantityEntries', quantities)})`,
    ],
    when,
  )
}

/** Whether it may arrive in two parts, by the restaurant's current setting. */
const partTerms = (restaurantId: RestaurantId) => ({
  partWaitDays: sql<number | null>`(select case when count(*) = 0 then 1 else max(part_wait_days) end
    from standing_instructions where restaurant_id = ${restaurantId})`,
  partFreight: sql<boolean>`coalesce((select part_freight from standing_instructions
    where restaurant_id = ${restaurantId}), false)`,
})

/** Waits for a concurrent closing of the kitchen, and then does not find it. */
export async function shipToOf(ctx: Ctx, kitchenId: KitchenId): Promise<ShipTo> {
  const row = await ctx.db
    .selectFrom('kitchens')
    .innerJoin('restaurants', 'restaurants.id', 'kitchens.restaurantId')
    .select(shipToColumns)
    .where('kitchens.id', '=', kitchenId)
    .where('kitchens.closedAt', 'is', null)
    .forKeyShare('kitchens')
    .executeTakeFirstOrThrow(() => new NotFound('kitchen'))
  return row
}
