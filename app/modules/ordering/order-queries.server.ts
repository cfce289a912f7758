import { sql } from 'kysely'
import { z } from 'zod'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { ActorKind, OrderState } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { FarmId, OrderId, OrderLineId, PurchaseId } from '#kernel/ids.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type Ride, rideOfOrder } from '#modules/runs/ride-of-order.server.ts'
import { lotsOfLines, type NamedLot } from '#modules/traceability/lot.server.ts'
import type { Adjustment } from './adjustments/adjustment.ts'
import { adjustmentsOf } from './adjustments/adjustment-queries.server.ts'
import { type AdjustmentRequest, correctableStates } from './adjustments/adjustment-request.ts'
import { adjustmentRequestsOf } from './adjustments/adjustment-requests.server.ts'
import { feeOf } from './charges/charges-of.ts'
import { proposedFirst } from './fulfilment/proposed-carriers.ts'
import { usedCarriers } from './fulfilment/used-carriers.server.ts'
import { dataWithoutMoney, lineWithoutMoney, parcelWithoutMoney, textWithoutMoney } from './hide-money.ts'
import {
  amountAt,
  figuresOf,
  knownStage,
  type OrderFigures,
  type OrderLine,
  type Parcel,
  type UsedCarrier,
} from './order.ts'
import { actionsFor, deadStates } from './order-process.ts'
import { contentsOf, type Order, toOrder } from './order-store.server.ts'
import { type ParcelEvent, parcelEventsOf } from './parcel-events.server.ts'
import { type PartialShipment, partialShipment } from './partial-shipment.server.ts'

export type OrderParties = {
  farm: { id: FarmId; name: string; crest: string; place: string; phone: string; picture: string }
  /** `logo`: the name of its picture (kernel/picture-name.ts). */
  restaurant: { name: string; crest: string; logo: string | null }
  purchaseNumber: string
  /** What the kitchen says about every delivery, as it is today. */
  receivingNote: string
}

/** An order as lists show it: who, when, what, and the amount as far as it is known now. */
export type OrderSummary = Order &
  OrderParties & {
    lines: OrderLine[]
    parcels: Parcel[]
    figures: OrderFigures
    /** The run (共同便) that brings it, and where the farm hands it over until when; null: none does. */
    ride: Ride | null
    /** False for a helper of the farm who does not see money: every price and amount is 0 or null. */
    moneyShown: boolean
  }

export type OrderEvent = {
  id: string
  at: Date
  /** When it was done offline on a device, before it arrived; null: online. */
  pressedAt: Date | null
  kind: string
  actorKind: ActorKind
  actorName: string
  lineId: OrderLineId | null
  fromState: OrderState | null
  toState: OrderState | null
  reason: string | null
  data: Record<string, unknown>
}

/** An order as its page shows it: also every change with who, when and why, and the possible actions. */
export type OrderDetail = OrderSummary & {
  events: OrderEvent[]
  lots: Map<OrderLineId, NamedLot[]>
  /** What left before the rest, if it was divided. */
  left: PartialShipment
  /** What was said of its parcels on the road, oldest first. */
  parcelEvents: ParcelEvent[]
  /** For the farm that sends it, and staff in its place: the carriers that are proposed for it, the most likely one first. */
  proposedCarriers: UsedCarrier[]
  /** Corrections after the bill was final, oldest first. */
  adjustments: Adjustment[]
  /** What the farm asked to correct after shipping, newest first. */
  adjustmentRequests: AdjustmentRequest[]
  actions: ReturnType<typeof actionsFor>
  /** For the farm and staff only; a buyer never sees commission. */
  commission: Commission | null
}

/** As far as the amounts are known now. `rates`: in basis points; two if lines were added after it changed. */
export type Commission = { yen: Yen; rates: number[] }

/** The receiving note of the kitchen of an order, in a query of `orders`. */
export const receivingNote =
  sql<string>`(select receiving_note from kitchens where kitchens.id = orders.kitchen_id)`.as('receivingNote')

/** Every order with its parties; the caller restricts whose. */
export const orderRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .selectAll('orders')
    .select([
      'farms.name as farmName',
      'farms.crest as farmCrest',
      'farms.place as farmPlace',
      'farms.phone as farmPhone',
      'farms.picture as farmPicture',
      'restaurants.name as restaurantName',
      'restaurants.crest as restaurantCrest',
      'restaurants.logo as restaurantLogo',
      'purchases.number as purchaseNumber',
    ])
    .select([rideOfOrder('orders').as('ride'), receivingNote])

/** Of rows of `orders`: the total is not final, and will not be zero; as the index of these has it. */
export const isUnsettled = sql<boolean>`(orders.total_inc_yen is null
  and orders.state not in (${sql.join(deadStates.map((state) => sql.lit(state)))}))`

type OrderRow = Awaited<ReturnType<ReturnType<typeof orderRows>['execute']>>[number]

/** One more query for any number of orders: their lines and their parcels. */
export const summarise = async (ctx: Ctx, rows: readonly OrderRow[]): Promise<OrderSummary[]> =>
  (await wholeSummaries(ctx, rows)).map((order) => shownTo(ctx, order))

/** The orders with their money, for whom it is not decided yet (`shownTo`). */
export async function wholeSummaries({ db }: Pick<Ctx, 'db'>, rows: readonly OrderRow[]): Promise<OrderSummary[]> {
  const ids = rows.map((row) => row.id)
  const contents = await contentsOf(db, ids)
  return rows.map((row) => {
    const order = toOrder(row)
    const [lines, parcels] = [contents.lines.get(row.id) ?? [], contents.parcels.get(row.id) ?? []]
    return {
      ...order,
      farm: {
        id: row.farmId,
        name: row.farmName,
        crest: row.farmCrest,
        place: row.farmPlace,
        phone: row.farmPhone,
        picture: row.farmPicture,
      },
      restaurant: { name: row.restaurantName, crest: row.restaurantCrest, logo: row.restaurantLogo },
      purchaseNumber: row.purchaseNumber,
      ride: row.ride,
      receivingNote: row.receivingNote,
      lines,
      parcels,
      figures: figuresOf(order, lines, parcels),
      moneyShown: true,
    }
  })
}

/** An order as this user may see it. */
export const shownTo = ({ actor }: Pick<Ctx, 'actor'>, order: OrderSummary): OrderSummary =>
  can(actor, 'order_money.see', order) ? order : withoutMoneyOf(order)

function withoutMoneyOf(order: OrderSummary): OrderSummary {
  const lines = order.lines.map(lineWithoutMoney)
  const parcels = order.parcels.map(parcelWithoutMoney)
  return {
    ...order,
    cancelFeeYen: null,
    shortGoodsYen: zeroYen,
    lines,
    parcels,
    figures: figuresOf(order, lines, parcels),
    moneyShown: false,
  }
}

const sendingStates: readonly OrderState[] = ['preparing', 'partly_shipped']

/** Visitors are asked to sign in before anything is looked up: a link from a mail, a session that ended. */
export function requireSignedIn({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('orders')
}

/** One order with its whole history, for either side or staff; NotFound for others. */
export const orderDetail = query('order.see', async (ctx, orderId: OrderId): Promise<OrderDetail> => {
  requireSignedIn(ctx)
  const row = await orderRows(ctx)
    .select(
      sql<Record<OrderLineId, number>>`(select coalesce(jsonb_object_agg(id, commission_bp), '{}') from order_lines
        where order_id = orders.id)`.as('rates'),
    )
    .select((of) => [
      of.selectFrom('orderCarriers').select('carrier').whereRef('orderId', '=', 'orders.id').as('chosenCarrier'),
      of.selectFrom('labelSettings').select('carrier').whereRef('farmId', '=', 'orders.farmId').as('usualCarrier'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!row) throw new NotFound('order')
  const sides = { farmId: row.farmId, restaurantId: row.restaurantId, state: row.state }
  seeOrNotFound(ctx.actor, 'order.see', sides)
  const [summary] = await summarise(ctx, [row])
  if (!summary) throw new NotFound('order')
  const lots = await lotsOfLines(
    ctx,
    summary.lines.map((line) => line.id),
  )
  const events = await eventsOf(ctx, orderId)
  const adjustments = summary.state === 'finalized' ? await adjustmentsOf(ctx, summary) : null
  return {
    ...summary,
    events: summary.moneyShown ? events : events.map(withoutMoney),
    lots,
    left: summary.restOn === null ? new Map() : await partialShipment(ctx, orderId),
    parcelEvents: summary.parcels.some(({ progress }) => progress) ? await parcelEventsOf(ctx.db, orderId) : [],
    proposedCarriers:
      ctx.actor.kind !== 'buyer' && sendingStates.includes(summary.state)
        ? proposedFirst(await usedCarriers(ctx, row.farmId), { chosen: row.chosenCarrier, usual: row.usualCarrier })
        : [],
    adjustments: summary.moneyShown ? (adjustments ?? []) : [],
    adjustmentRequests: correctableStates.includes(summary.state)
      ? await adjustmentRequestsOf(ctx.db, orderId, { lines: summary.lines, earlier: adjustments }, ctx.now)
      : [],
    actions: actionsFor(summary, actorKindOf(ctx.actor), ctx.now),
    commission: can(ctx.actor, 'commission.see', sides) ? commissionOf(summary, row.rates) : null,
  }
})

function commissionOf({ state, lines }: OrderSummary, rates: Record<OrderLineId, number>): Commission {
  const rateOf = new Map(lines.map(({ id }) => [id, rates[id] ?? 0]))
  const amounts = new Map(
    lines.map((line) => [line.id, deadStates.includes(state) ? zeroYen : amountAt(line, knownStage(line))]),
  )
  return { yen: feeOf(amounts, rateOf), rates: [...new Set(rateOf.values())] }
}

const withoutMoney = (event: OrderEvent): OrderEvent => ({
  ...event,
  reason: event.reason && textWithoutMoney(event.reason),
  data: dataWithoutMoney(event.data),
})

async function eventsOf(ctx: Ctx, orderId: OrderId): Promise<OrderEvent[]> {
  return (
    ctx.db
      .selectFrom('events')
      .select([
        'id',
        'at',
        'pressedAt',
        'kind',
        'actorKind',
        'actorName',
        'orderLineId as lineId',
        sql<OrderState | null>`from_state`.as('fromState'),
        sql<OrderState | null>`to_state`.as('toState'),
        'reason',
        'data',
      ])
      .where('orderId', '=', orderId)
      // what happened within the restaurant before it ordered is hidden from the farm
      .$if(ctx.actor.kind === 'farm', (events) => events.where('kind', 'not in', ['order_approval_asked']))
      .orderBy('at')
      .orderBy('id')
      .execute()
  )
}

/** In a query of `orders`: those of a checkout, and those that its products joined. */
const isOfPurchase = (purchaseId: PurchaseId) =>
  sql<boolean>`orders.id = any(array(
    select id from orders of_it where of_it.purchase_id = ${purchaseId}
    union all select order_id from purchase_additions where purchase_id = ${purchaseId}))`

/** The orders of one checkout, in their order; for the page after 注文する and the API. */
export const ordersOfPurchase = query('purchase.see', async (ctx, purchaseId: PurchaseId): Promise<OrderSummary[]> => {
  requireSignedIn(ctx)
  const rows = await orderRows(ctx).where(isOfPurchase(purchaseId)).orderBy('orders.number').execute()
  const [first] = rows
  if (!first) throw new NotFound('purchase')
  seeOrNotFound(ctx.actor, 'purchase.see', { restaurantId: first.restaurantId })
  return summarise(ctx, rows)
})

export type PlacedOrder = Pick<Order, 'id' | 'number' | 'deliveryOn' | 'slot'> & { farm: { id: FarmId; name: string } }

/** The orders of a checkout as its answer names them. */
export const placedOrders = query('purchase.see', async (ctx, purchaseId: PurchaseId): Promise<PlacedOrder[]> => {
  requireSignedIn(ctx)
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'number', 'restaurantId', 'farms.id as farmId', 'farms.name as farm', 'deliveryOn', 'slot'])
    .where(isOfPurchase(purchaseId))
    .orderBy('number')
    .execute()
  const [first] = rows
  if (!first) throw new NotFound('purchase')
  seeOrNotFound(ctx.actor, 'purchase.see', { restaurantId: first.restaurantId })
  return rows.map(({ id, number, farmId, farm, deliveryOn, slot }) => ({
    id,
    number,
    farm: { id: farmId, name: farm },
    deliveryOn,
    slot,
  }))
})

export type AddedTo = {
  /** With tax; null for what joined before this was stored. */
  incYen: number | null
  lines: readonly { lineId: string; name: string; qty: number }[]
}

/** A checkout: its own number and time, and what it added to the orders that its products joined. */
export const purchaseOf = query('purchase.see', async (ctx, purchaseId: PurchaseId) => {
  const orders = await ordersOfPurchase(ctx, purchaseId)
  const { number, placedAt, kitchenId } = await ctx.db
    .selectFrom('purchases')
    .select(['number', 'placedAt', 'kitchenId'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const joined = orders.filter((order) => order.purchaseId !== purchaseId).map(({ id }) => id)
  return { number, placedAt, kitchenId, orders, added: await addedBy(ctx, purchaseId, joined) }
})

async function addedBy(ctx: Ctx, purchaseId: PurchaseId, joined: readonly OrderId[]): Promise<Map<OrderId, AddedTo>> {
  if (joined.length === 0) return new Map()
  const events = await ctx.db
    .selectFrom('events')
    .select(['orderId', 'data'])
    .where('orderId', 'in', joined)
    .where('kind', '=', 'order_changed')
    .where(sql<boolean>`data->>'purchaseId' = ${purchaseId}`)
    .execute()
  return new Map(
    events.flatMap(({ orderId, data }) => {
      const added = Added.safeParse(data).data
      if (!orderId || !added) return []
      const lines = added.changes.map(({ now, before, ...line }) => ({ ...line, qty: now - before }))
      return [[orderId, { incYen: added.addedIncYen, lines }] as const]
    }),
  )
}

/** As written by join-order.server.ts. */
const Added = z.object({
  addedIncYen: z.number().nullable().default(null),
  changes: z.array(z.object({ lineId: z.string(), name: z.string(), before: z.number(), now: z.number() })),
})
