import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderState, ShipTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type OrderId, type PurchaseId, type RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { recordEventsOf } from '#modules/audit-log/record-event.server.ts'
import { orderWay } from '#modules/delivery/ways.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { acceptedAtOnce } from './accept-fresh.ts'
import { shipToColumns } from './hold-places.server.ts'
import { joinOrder } from './join-order.server.ts'
import { checkTransition, nextTimer } from './order-process.ts'
import { type NewQuantity, writeQuantities } from './order-store.server.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'
import { freshFacts, lineRows, type PlannedOrder, parcelRows } from './purchase-rows.ts'
import { newsOf, writeNews } from './record-order-notification.server.ts'

/** Writes purchase, orders, lines, quantities, parcels and history: one statement per table. */
export async function writePurchase(
  ctx: Ctx,
  buyer: BuyerActor,
  kitchenId: KitchenId,
  { plan, name, ...given }: { plan: readonly PlannedOrder[]; name: 'place' | 'request'; shipTo: ShipTo | undefined },
): Promise<{ purchaseId: PurchaseId; number: string; orderIds: OrderId[] }> {
  const { to } = ruleOf(name)
  const purchaseId = newId<'purchase'>()
  const { number } = await ctx.db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      number: sql<string>`to_char(${jstDateOf(ctx.now)}::date, 'YYMMDD') || '-' || to_char(nextval('purchase_number'), 'FM99999999900000')`,
      restaurantId: buyer.restaurantId,
      kitchenId,
      personId: buyer.personId,
      placedAt: ctx.now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const shipTo = JSON.stringify(given.shipTo ?? (await shipToOf(ctx, kitchenId)))
  const joining = plan.filter(({ farm }) => farm.joins)
  for (const planned of joining) await joinOrder(ctx, { purchaseId, number }, planned)
  const orderIds = plan.map(({ orderId }) => orderId)
  const fresh = plan
    .filter(({ farm }) => !farm.joins)
    .map((planned) => ({ ...planned, ...factsOf(ctx, planned, name) }))
  if (fresh.length === 0) return { purchaseId, number, orderIds }
  await ctx.db
    .insertInto('orders')
    .values(
      fresh.map(({ orderId, farm, day, facts }, index) => ({
        id: orderId,
        number: `${number}-${index + 1}`,
        purchaseId,
        farmId: farm.farmId,
        restaurantId: buyer.restaurantId,
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
        way: farm.way && JSON.stringify(orderWay(farm.way)),
        cancelPercent: farm.lateCancelPercent,
        ...partTerms(buyer.restaurantId),
      })),
    )
    .execute()
  await ctx.db.insertInto('orderLines').values(fresh.flatMap(lineRows)).execute()
  await ctx.db.insertInto('parcels').values(fresh.flatMap(parcelRows)).execute()
  await recordSteps(ctx, purchaseId, [
    ...fresh.map((planned) => ({ planned, name, from: 'draft' as const, stage: 'ordered' as const })),
    ...fresh
      .filter(({ accepts }) => accepts)
      .map((planned) => ({ planned, name: 'accept' as const, from: to, stage: 'confirmed' as const })),
  ])
  return { purchaseId, number, orderIds }
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

/** The history of new orders, whom it notifies, and their quantities: one statement per table for all their steps. */
async function recordSteps(ctx: Ctx, purchaseId: PurchaseId, steps: readonly FirstStep[]): Promise<void> {
  const automatic: Ctx = { ...ctx, actor: { kind: 'system' } }
  const byOf = ({ name }: FirstStep) => (name === 'accept' ? automatic : ctx)
  const eventIds = await recordEventsOf(
    ctx.db,
    steps.map((step) => {
      const { event: kind, to } = ruleOf(step.name)
      const { orderId } = step.planned
      return { by: byOf(step), event: { kind, purchaseId, orderId, fromState: step.from, toState: to } }
    }),
  )
  const noted = steps.flatMap((step, index) => {
    const eventId = eventIds[index]
    return eventId ? [{ ...step, eventId }] : []
  })
  await writeQuantities(
    ctx,
    noted.flatMap(({ planned, stage, eventId }) =>
      planned.lines.map(
        ({ lineId, line }): NewQuantity => ({
          lineId,
          stage,
          quantity: nominalQuantity(line.terms, line.qty),
          eventId,
        }),
      ),
    ),
  )
  await writeNews(
    ctx.db,
    noted.flatMap((step) => {
      const { name, eventId, planned } = step
      return newsOf(byOf(step), [{ name, eventId, orderId: planned.orderId }])
    }),
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
