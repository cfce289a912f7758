import { z } from 'zod'
import type { BuyerActor, FarmActor } from '#authorization/actor.ts'
import { authorizeProven, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type ActorKind, sentBackWhys } from '#kernel/enums.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type Result, refuse } from '#kernel/result.ts'
import { choice, DayIn, GramsIn, IdOf, OrderIdIn } from '#kernel/schema.ts'
import { type InputOf, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import { answerReschedule } from '#modules/ordering/change-delivery.server.ts'
import { sendParcelBack } from '#modules/ordering/claims/send-back.server.ts'
import {
  answerCancel,
  askToCancel,
  cancelOrder,
  declineOrder,
  giveUpOrder,
  overruleOrder,
} from '#modules/ordering/end-order.server.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { keepOrder } from '#modules/ordering/keep-order.server.ts'
import { type OrderLine, toSend } from '#modules/ordering/order.ts'
import { ReasonIn } from '#modules/ordering/order-input.ts'
import { actionsFor } from '#modules/ordering/order-process.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import type { TransitionRule } from '#modules/ordering/process/transition-rule.ts'
import { orderProcess } from '#modules/ordering/process/transitions.ts'
import { acceptWithDay, answerDay, proposeDay } from '#modules/ordering/propose-day.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'
import { linesToPack, restOf } from '#modules/ordering/rest-of.ts'
import { lotsOf } from '#modules/traceability/lot.server.ts'
import { usualLot } from '#modules/traceability/usual-lot.ts'
import { type ActSide, type ActStep, actSteps, isActStep } from './act-labels.ts'

const input = {
  orderId: OrderIdIn,
  // of the side's own use case
  key: z.string(),
  step: z.custom<ActStep>((step) => typeof step === 'string' && isActStep(step)),
  // who asked for it, and how: 「店長から電話」; recorded in the history
  reason: ReasonIn(400),
  // what the farm reads out by telephone: what is written on the boxes, and the weights
  readOut: z
    .object({
      weights: z.map(IdOf<'orderLine'>('明細'), GramsIn),
      // from which harvest each line is
      lots: z.map(IdOf<'orderLine'>('明細'), z.union([z.literal('today'), IdOf<'lot'>('ロット')])).optional(),
      // of all boxes: as the form of a parcel states it (chosenCarrier)
      carrier: z.string().optional(),
      trackingNumbers: z.map(IdOf<'parcel'>('個口'), z.string()),
    })
    .optional(),
  // the day that the farm proposes, for a new order together with its acceptance
  deliveryOn: DayIn.optional(),
  // why the carrier could not deliver the boxes
  why: choice(sentBackWhys).optional(),
}
type ActInput = InputOf<typeof input>

type Acted = Result<unknown, OrderingRefusal>

/**
 * Staff do a step for a side that asked for it by telephone: the side's own use case, with its time limits and guards,
 * recorded under the name of the member of staff with their reason. Nothing that the side could not do itself.
 */
export const actFor = repeatable({
  name: 'order.act_for',
  permission: 'order.stand_in',
  input,
  refusals: orderRefusals('wrong_state', 'reason_missing', 'day_impossible', 'lot_missing', 'key_reused'),
  run: async (ctx, input): Promise<Acted> => {
    const { orderId, key, step } = input
    const order = await orderDetail(ctx, orderId)
    authorizeProven(ctx, 'order.stand_in', order)
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    if (step === 'overrule') return overruleOrder(ctx, { orderId, key, reason })
    if (step === 'sendParcelBack')
      return input.why ? sendParcelBack(ctx, { orderId, key, why: input.why, reason }) : refuse('reason_missing')
    const actor =
      orderProcess[step].byPhone.for === 'farm'
        ? await inPlaceOfFarm(ctx, orderId, reason)
        : await inPlaceOfRestaurant(ctx, orderId, reason)
    return steps[step]({ ...ctx, actor }, { ...input, reason })
  },
})

const steps: Record<Exclude<ActStep, 'overrule' | 'sendParcelBack'>, (ctx: Ctx, input: ActInput) => Promise<Acted>> = {
  accept: acceptAsReadOut,
  keep: (ctx, { orderId, key }) => keepOrder(ctx, { orderId, key }),
  decline: (ctx, { orderId, key, reason }) => declineOrder(ctx, { orderId, key, reason }),
  prepare: (ctx, { orderId, key }) => prepareOrder(ctx, { orderId, key }),
  agreeCancel: (ctx, { orderId, key }) => answerCancel(ctx, { orderId, key, agree: true }),
  refuseCancel: (ctx, { orderId, key }) => answerCancel(ctx, { orderId, key, agree: false }),
  agreeReschedule: (ctx, { orderId, key }) => answerReschedule(ctx, { orderId, key, agree: true }),
  refuseReschedule: (ctx, { orderId, key }) => answerReschedule(ctx, { orderId, key, agree: false }),
  proposeDay: proposeReadOutDay,
  agreeDay: (ctx, { orderId, key }) => answerDay(ctx, { orderId, key, agree: true }),
  refuseDay: (ctx, { orderId, key }) => answerDay(ctx, { orderId, key, agree: false }),
  dropRest: (ctx, { orderId, key, reason }) => dropRest(ctx, { orderId, key, reason }),
  giveUp: (ctx, { orderId, key, reason }) => giveUpOrder(ctx, { orderId, key, reason }),
  ship: packAndShip,
  agree: (ctx, { orderId, key }) => answerAsInstructed(ctx, { orderId, key }),
  turnDown: (ctx, { orderId, key }) => turnDownProposal(ctx, { orderId, key }),
  cancel: (ctx, { orderId, key, reason }) => cancelOrder(ctx, { orderId, key, reason }),
  askCancel: (ctx, { orderId, key, reason }) => askToCancel(ctx, { orderId, key, reason }),
  inspect: (ctx, { orderId, key }) => receiveOrder(ctx, { orderId, key, lines: [] }),
}

/** All of it; with a day that the farm names, which the restaurant may take or not. */
async function acceptAsReadOut(ctx: Ctx, { orderId, key, deliveryOn }: ActInput): Promise<Acted> {
  if (!deliveryOn) return acceptOrder(ctx, { orderId, key, lines: [] })
  const { version } = await orderDetail(ctx, orderId)
  return acceptWithDay(ctx, { orderId, key, version, deliveryOn })
}

async function proposeReadOutDay(ctx: Ctx, { orderId, key, deliveryOn }: ActInput): Promise<Acted> {
  if (!deliveryOn) return refuse('day_impossible')
  const { version } = await orderDetail(ctx, orderId)
  return proposeDay(ctx, { orderId, key, version, deliveryOn })
}

/** Every line as the restaurant had instructed in advance. */
async function answerAsInstructed(ctx: Ctx, { orderId, key }: Pick<ActInput, 'orderId' | 'key'>): Promise<Acted> {
  const { proposal } = await orderDetail(ctx, orderId)
  const answers = (proposal?.lines ?? []).map(({ lineId }) => ({ lineId, answer: 'instruction' as const }))
  return answerProposal(ctx, { orderId, key, answers })
}

/**
 * What has not been packed is packed as confirmed, from the harvest that was read out, else from the one that is usual for it; none
 * is guessed. Then the boxes are shipped with the numbers read out.
 */
async function packAndShip(ctx: Ctx, { orderId, key, readOut }: ActInput): Promise<Acted> {
  const order = await orderDetail(ctx, orderId)
  const { lines } = order
  const known = await lotsOf(
    ctx,
    lines.map(({ productId }) => productId),
  )
  const lotFor = ({ id, productId }: OrderLine) =>
    readOut?.lots?.get(id) ?? usualLot(known.get(productId) ?? [], jstDateOf(ctx.now))?.id ?? null
  const unknown = linesToPack(order).find((line) => lotFor(line) === null)
  if (unknown) return refuse('lot_missing', { line: unknown.id })
  const parcels = toSend(order.parcels)
  const carrier = readOut?.carrier ?? order.proposedCarriers[0]?.carrier ?? 'yamato'
  const labels = parcels.map(({ id, tracked }) => {
    if (!tracked) return { parcelId: id, sent: true as const }
    const trackingNumber = readOut?.trackingNumbers.get(id) ?? ''
    return trackingNumber.trim() === ''
      ? { parcelId: id, unused: true as const }
      : { parcelId: id, carrier, trackingNumber }
  })
  if (order.state === 'partly_shipped') {
    return shipRest(ctx, {
      orderId,
      key,
      parcels: labels,
      lines: linesToPack(order).map((line) => ({
        lineId: line.id,
        qty: restOf(line, order.left),
        grams: readOut?.weights.get(line.id) ?? null,
        reason: null,
        lot: lotFor(line),
      })),
    })
  }
  const unpacked = linesToPack(order)
  if (unpacked.length > 0) {
    const packed = await packOrder(ctx, {
      orderId,
      key: `${key}:pack`,
      lines: unpacked.map((line) => ({
        lineId: line.id,
        qty: line.quantities.confirmed?.qty ?? 0,
        grams: readOut?.weights.get(line.id) ?? null,
        reason: null,
        lot: lotFor(line),
      })),
    })
    if (!packed.ok) return packed
  }
  return shipOrder(ctx, { orderId, key, parcels: labels })
}

const actedBy = ({ actor }: Ctx, reason: string) => {
  if (actor.kind !== 'staff') throw new Forbidden('order.stand_in')
  return { adminId: actor.adminId, adminName: actor.name, reason }
}

/** On behalf of the farm's owner. */
async function inPlaceOfFarm(ctx: Ctx, orderId: OrderId, reason: string): Promise<FarmActor> {
  const row = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('memberships', 'memberships.farmId', 'farms.id')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['farms.id as farmId', 'farms.status', 'people.id as personId', 'people.name'])
    .where('orders.id', '=', orderId)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.id')
    .limit(1)
    .executeTakeFirstOrThrow(() => new NotFound('farm'))
  const { farmId, personId, name } = row
  const farmApproved = row.status === 'approved'
  return {
    kind: 'farm',
    personId,
    name,
    role: 'owner',
    farmId,
    farmApproved,
    rights: 'all',
    actedBy: actedBy(ctx, reason),
  }
}

/** On behalf of the person who ordered. */
export async function inPlaceOfRestaurant(ctx: Ctx, orderId: OrderId, reason: string): Promise<BuyerActor> {
  const row = await ctx.db
    .selectFrom('orders')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select(['restaurants.id as restaurantId', 'restaurants.status', 'people.id as personId', 'people.name'])
    .select('orders.kitchenId')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow(() => new NotFound('restaurant'))
  return {
    kind: 'buyer',
    personId: row.personId,
    name: row.name,
    role: 'staff',
    restaurantId: row.restaurantId,
    restaurantApproved: row.status === 'approved',
    kitchenIds: [row.kitchenId],
    orderLimitYen: null,
    actedBy: actedBy(ctx, reason),
  }
}

/** What staff could do about an order now on behalf of each side, with the reason where it is refused. */
export const standInActions = query('orders.list_all', async (ctx, orderId: OrderId) => {
  const order = await orderDetail(ctx, orderId)
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  return actSteps.flatMap((step) => {
    const { for: side, button }: NonNullable<TransitionRule['byPhone']> = orderProcess[step].byPhone
    // the boxes are received in one step: they arrive, and are checked
    const asked = step === 'inspect' && order.state !== 'delivered' ? 'deliver' : step
    const action = actionsFor(order, actorFor[side], ctx.now).find(({ name }) => name === asked)
    return action ? [{ step, side, button: button ?? action.button, refusal: action.refusal }] : []
  })
})

const actorFor: Record<ActSide, ActorKind> = { farm: 'farm', restaurant: 'buyer', staff: 'staff' }
