import { z } from 'zod'
import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import type { ShipTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type OrderId, type PurchaseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { KitchenChoice } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import type { When } from '#modules/audit-log/last-statement.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { SeenQuoteIn } from '#modules/cart/cart-input.ts'
import { emptyCart } from '#modules/cart/cart-store.server.ts'
import type { OpenLine } from '#modules/cart/open-order.ts'
import { type Quote, type QuotedLine, quoteCart } from '#modules/cart/quote.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { tellNearLimit } from '#modules/credit/credit-mails.server.tsx'
import { creditOf, rememberOwing } from '#modules/credit/credit-standing.server.ts'
import { type CreditStanding, creditProblem } from '#modules/credit/credit-standing.ts'
import { creditRefusalCodes } from '#modules/credit/refusal-text.ts'
import { payByCard } from '#modules/payments/card-holds/pay-by-card.server.ts'
import { noteReservations, reserveStock } from '#modules/products/catalog/stock.server.ts'
import { acceptByItself } from './accept-order.server.ts'
import { askOwners } from './approval-mails.server.tsx'
import { blockers } from './blockers.ts'
import { boardRuns } from './board-runs.server.ts'
import { confirmPurchase } from './confirmation-mails.server.tsx'
import { checkoutHold, holdForCheckout, type MailAddress } from './hold-places.server.ts'
import type { PlacedOrder } from './order-queries.server.ts'
import type { PlannedLine, PlannedOrder } from './purchase-rows.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { writePurchase } from './write-purchase.server.ts'

export type Placed = {
  purchaseId: PurchaseId
  number: string
  orderIds: OrderId[]
  pending: boolean
  /** As they were placed, by their number; missing if some joined an order that was there already. */
  orders?: PlacedOrder[]
}

/**
 * The chef confirms (transition 1): one purchase with one number, an order per farm; what is ordered again for the same
 * day joins the open order (transition 2). All in one transaction: the stock is taken, and current prices, tax, freight
 * and days are stored. If anything differs from what the chef saw, nothing is ordered and the difference is shown.
 * Restaurant, farms and kitchen are locked meanwhile (hold-places.server.ts), so that none closes. Above the chef's
 * limit it waits for an owner instead (transition 1a): everything is stored, and nothing is taken from stock before the
 * approval (approve-purchase.server.ts).
 */
export const placeOrder = mutation({
  name: 'order.place',
  permission: 'order.place',
  input: {
    kitchenId: KitchenChoice,
    seen: SeenQuoteIn,
    askOwner: z
      .boolean('true か false を指定してください。')
      .optional()
      .describe('上限を超える場合、拒否せずに責任者の承認を待つ'),
  },
  refusals: orderRefusals(
    'cart_empty',
    'changed',
    'not_orderable',
    'out_of_stock',
    'over_order_limit',
    ...creditRefusalCodes,
    'card_needed',
    'run_full',
    'key_reused',
  ),
  same: ({ askOwner: _, ...input }) => input,
  planned: 'once',
  first: (ctx, { kitchenId: named }) => {
    const { actor } = ctx
    const kitchenId = isBuyer(actor) && actor.kitchenIds.find((id) => id === (named ?? actor.kitchenIds[0]))
    if (!kitchenId || !can(actor, 'order.place', { farmId: null, restaurantId: actor.restaurantId })) return null
    return checkoutHold(ctx, actor, kitchenId)
  },
  run: async (ctx, { askOwner, seen, kitchenId: named, key }) => {
    const buyer = requireBuyer(ctx.actor)
    const kitchenId = kitchenOf(buyer, named)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'order.place', { farmId: null, restaurantId: buyer.restaurantId })

    const held = await holdForCheckout(ctx, buyer, kitchenId)
    if (!held) return refuse('cart_empty')
    const { cartId, orderLimitYen: limit, shipTo, mailTo } = held
    const { credit, ...stored } = await readCart(ctx, buyer, kitchenId)
    const question = { now: ctx.now, ...stored }
    const quote = quoteCart(question)
    const refused = blockers(quote, seen)
    if (refused) return refused
    const known = { quote, credit, mailTo, when: 'last' as const, ...(shipTo && { shipTo }) }
    const placed = await placeQuoted(ctx, buyer, { kitchenId, question, limit, askOwner, key, ...known })
    if (!placed.ok) return placed
    await emptyCart(ctx.db, cartId)
    return placed
  },
})

type Question = Parameters<typeof quoteCart>[0]
type Quoted = {
  kitchenId: KitchenId
  question: Question
  /** The answer to it, if the caller has it. */
  quote?: Quote
  /** How the restaurant stands, if the caller has read it since the restaurant was locked. */
  credit?: CreditStanding
  /** What the user may order without approval, read while the restaurant is locked. */
  limit: Yen | null
  askOwner?: boolean | undefined
  /** Of the checkout, for which amounts were held on a card; without it no user is present to authenticate. */
  key?: string
  /** `last`: the caller ends its transaction after this, and neither reads nor changes what was ordered. */
  when?: When
  /** The caller sends a mail of its own about what was ordered. */
  ownMail?: true
  /** Where it is delivered, if the caller knows it; by default at the kitchen. */
  shipTo?: ShipTo
  /** Of the user, if the caller knows it. */
  mailTo?: MailAddress
}

/**
 * Orders what has been quoted, for a caller that has locked the restaurant, the farms and the open orders
 * (hold-places.server.ts) and has found that everything can be ordered: the checkout, and a standing order.
 */
export async function placeQuoted(
  ctx: Ctx,
  buyer: BuyerActor,
  { kitchenId, question, limit, askOwner, key, ownMail, shipTo, ...known }: Quoted,
): Promise<Result<Placed, OrderingRefusal>> {
  const quote = known.quote ?? quoteCart(question)
  const credit = known.credit ?? (await creditOf(ctx, buyer.restaurantId))
  const owes = creditProblem(credit, quote.totalYen)
  if (owes) return owes
  const pending = limit !== null && quote.spendingTotalYen > limit
  if (pending && !askOwner) return refuse('over_order_limit', { limit })
  // What waits for approval joins nothing before it.
  const plan = planPurchase(pending ? quoteCart(alone(question)) : quote)
  const reserved = plan.flatMap(({ lines, day }) => lines.map((planned) => reservationOf(planned, day.shipOn)))
  const missing = pending ? [] : await reserveStock(ctx, reserved)
  if (missing.length > 0) return refuse('out_of_stock', { products: missing })
  const name = pending ? 'request' : 'place'
  // what joins an open order has lines that are there already
  const isFresh = plan.every(({ farm }) => !farm.joins)
  const ofNewLines = isFresh && !pending ? reserved : []
  // the mail about orders that others joined reads their quantities
  const when = isFresh ? known.when : 'now'
  const purchase = await writePurchase(ctx, buyer, kitchenId, {
    ...{ plan, name, shipTo, reserved: ofNewLines },
    ...(when && { when }),
  })
  rememberOwing(buyer.restaurantId)
  // what waits for approval keeps its place as well
  if (!(await boardRuns(ctx, plan))) return refuse('run_full')
  if (pending) {
    const until = new Date(Math.min(...plan.map(({ day }) => day.cutoffAt.getTime())))
    await askOwners(ctx, buyer, { ...purchase, totalYen: quote.ceilingTotalYen, until })
  }
  if (!pending) {
    const paid = await payByCard(ctx, {
      restaurantId: buyer.restaurantId,
      checkout: key === undefined ? null : { personId: buyer.personId, key },
      orders: plan.map(({ orderId, farm }) => ({ orderId, farmId: farm.farmId, yen: farm.tax.totalIncYen })),
    })
    if (!paid) return refuse('card_needed')
    if (!isFresh) await noteReservations(ctx, reserved)
    for (const { farm, orderId } of plan) if (farm.autoAccept && farm.joins) await acceptByItself(ctx, orderId)
    if (!ownMail)
      await confirmPurchase(ctx, purchase, {
        ...(known.mailTo && { mailTo: known.mailTo }),
        ...(when && { when }),
        ...(isFresh && { fresh: byNumber(plan).map(({ order }) => order) }),
      })
    await tellNearLimit(ctx, { ...buyer, cause: `purchase:${purchase.purchaseId}` }, credit, quote.totalYen)
  }
  const orders = byNumber(plan).map(({ nth, order: { orderId, farm, day } }): PlacedOrder => {
    const { farmId, name, slot } = farm
    return {
      id: orderId,
      number: `${purchase.number}-${nth}`,
      farm: { id: farmId, name },
      deliveryOn: day.deliveryOn,
      slot,
    }
  })
  return ok({ ...purchase, pending, ...(isFresh && { orders }) })
}

/** As their numbers are sorted: the tenth comes after the first. */
const byNumber = (plan: readonly PlannedOrder[]) =>
  plan.map((order, index) => ({ order, nth: `${index + 1}` })).sort((a, b) => (a.nth < b.nth ? -1 : 1))

const planPurchase = (quote: Quote): PlannedOrder[] =>
  quote.farms.flatMap((farm) =>
    farm.day
      ? [
          {
            orderId: farm.joins?.orderId ?? newId<'order'>(),
            farm,
            day: farm.day,
            lines: farm.lines.map((line) => {
              const onto = farm.joins?.lines.find((open) => isSame(open, line)) ?? null
              return { lineId: onto?.lineId ?? newId<'orderLine'>(), line, onto }
            }),
          },
        ]
      : [],
  )

const isSame = (open: OpenLine, line: QuotedLine): boolean =>
  open.productId === line.productId &&
  open.qty > 0 &&
  open.priceYen === line.terms.priceYen &&
  open.onShortage === line.onShortage &&
  JSON.stringify(open.shortageTerms) === JSON.stringify(line.shortageTerms)

const alone = (question: Question): Question => ({
  ...question,
  farms: question.farms.map((farm) => ({ ...farm, open: [] })),
})

const reservationOf = ({ lineId, line }: PlannedLine, shipOn: JstDate) => ({
  productId: line.productId,
  qty: line.qty,
  orderLineId: lineId,
  shipOn,
})
