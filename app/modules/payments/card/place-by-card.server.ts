import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { CardsUnavailable, type HoldAnswer } from '#kernel/cards.ts'
import { NotFound } from '#kernel/errors.ts'
import { type CardCheckoutId, type FarmId, newId } from '#kernel/ids.ts'
import { ok, type RefusalDetail, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import { type InputOf, query } from '#modules/audit-log/use-case.server.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { type Placed, placeOrder } from '#modules/ordering/place-order.server.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { holdYen, mostHoldYen } from '../card-holds/hold-yen.ts'
import { paysByCard } from '../card-holds/pay-by-card.server.ts'
import { askHold, type CardCtx, type CardHold, noteAnswer, planHold, releaseHold } from './hold-store.server.ts'
import { type CardRefusal, cardRefusalText, isCardRefusal, refusalOf } from './refusal-text.ts'

/** Whether the user's restaurant pays its next order by card. */
export const checkoutIsByCard = query('order.place', async (ctx) => {
  const buyer = requireBuyer(ctx.actor)
  authorize(buyer, 'order.place', { farmId: null, restaurantId: buyer.restaurantId })
  return paysByCard(ctx, buyer.restaurantId)
})

type PlaceInput = InputOf<typeof placeOrder.declaration.input> & { key: string }

/** `prove`: the bank asks the chef to prove that they are the holder, at this address. Nothing is ordered yet. */
export type PlacedByCard = Result<Placed | { prove: string }, OrderingRefusal | CardRefusal>

/**
 * Places an order (ordering/place-order.server.ts) for a restaurant that pays by card or by invoice. Only if nothing but
 * the money is missing, the amounts are held on the card, and the order is placed with the same key. What was held for
 * an order that then cannot be placed is released.
 */
export async function placeByCard(ctx: Ctx, input: PlaceInput, site: string): Promise<PlacedByCard> {
  const placed = await placeOrder(ctx, input)
  if (placed.ok || placed.refusal !== 'card_needed' || !ctx.cards) return placed
  const card = { ...ctx, cards: ctx.cards }
  try {
    return await holdAndPlace(card, await checkoutOf(ctx, input), input, site)
  } catch (error) {
    if (error instanceof CardsUnavailable) return refuse('card_no_answer')
    throw error
  }
}

/** The chef comes back from the bank: what they confirmed before is placed, or the next amount is to be proven. */
export async function continueCheckout(ctx: Ctx, id: CardCheckoutId, site: string): Promise<PlacedByCard> {
  requireSignedIn(ctx)
  if (ctx.actor.kind !== 'buyer') throw new NotFound('checkout')
  const { personId, restaurantId } = ctx.actor
  const checkout = await ctx.db
    .selectFrom('cardCheckouts')
    .select(['key', 'input'])
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirst()
  if (!checkout) throw new NotFound('checkout')
  const input = { ...(checkout.input as Omit<PlaceInput, 'key'>), key: checkout.key }
  const placed = await placeOrder(ctx, input)
  if (placed.ok || placed.refusal !== 'card_needed' || !ctx.cards) return placed
  const card = { ...ctx, cards: ctx.cards }
  try {
    const proving = await holdsOf(card, id, 'proving')
    const failed: CardRefusal[] = []
    for (const hold of proving) {
      const answer = hold.intent && (await card.cards.look(hold.intent))
      if (!answer) continue
      if (answer.state === 'proving') return ok({ prove: answer.url })
      await noteAnswer(card, hold.id, answer)
      if (answer.state === 'failed') failed.push(refusalOf(answer.failure))
    }
    const [first] = failed
    if (first) return await giveUp(card, id, first)
    return await holdAndPlace(card, id, input, site)
  } catch (error) {
    if (error instanceof CardsUnavailable) return refuse('card_no_answer')
    throw error
  }
}

async function holdAndPlace(
  ctx: Ctx & CardCtx,
  checkoutId: CardCheckoutId,
  input: PlaceInput,
  site: string,
): Promise<PlacedByCard> {
  const wanted = await wantedOf(ctx, input)
  if (wanted.some(({ yen }) => yen > mostHoldYen)) return refuse('card_too_much')
  const answers = await holdAll(ctx, { checkoutId, wanted, backTo: `${site}/restaurant/order/card/${checkoutId}` })
  for (const answer of answers) if (answer.state === 'failed') return giveUp(ctx, checkoutId, refusalOf(answer.failure))
  for (const answer of answers) if (answer.state === 'proving') return ok({ prove: answer.url })
  const placed = await placeOrder(ctx, input)
  if (!placed.ok) await releaseAll(ctx, checkoutId)
  return placed
}

type Wanted = { farmId: FarmId; yen: Yen }

/** What has to be held, by our own reckoning of the cart. */
async function wantedOf(ctx: Ctx, { kitchenId }: PlaceInput): Promise<Wanted[]> {
  const { farms } = await cartQuote(ctx, kitchenOf(ctx.actor, kitchenId))
  return farms.flatMap(({ farmId, day, tax: { totalIncYen } }) =>
    day && totalIncYen > 0 ? [{ farmId, yen: holdYen(totalIncYen) }] : [],
  )
}

/**
 * Holds each amount, unless this checkout or an earlier one of the same person that came to nothing holds it already:
 * after a lost answer, a closed window or a second press nothing is held twice. What is held for other amounts goes.
 */
async function holdAll(
  ctx: Ctx & CardCtx,
  { checkoutId, wanted, backTo }: { checkoutId: CardCheckoutId; wanted: readonly Wanted[]; backTo: string },
): Promise<HoldAnswer[]> {
  const holds = await ctx.db.transaction().execute(async (db): Promise<CardHold[]> => {
    const { personId, restaurantId } = requireBuyer(ctx.actor)
    await db
      .selectFrom('cardCustomers')
      .select('customer')
      .where('restaurantId', '=', restaurantId)
      .forUpdate()
      .execute()
    const free = await db
      .selectFrom('cardHolds')
      .innerJoin('cardCheckouts', 'cardCheckouts.id', 'cardHolds.checkoutId')
      .selectAll('cardHolds')
      .where('cardCheckouts.personId', '=', personId)
      .where('cardCheckouts.restaurantId', '=', restaurantId)
      .where('cardHolds.orderId', 'is', null)
      .where('cardHolds.endedAt', 'is', null)
      .orderBy('cardHolds.id')
      .execute()
    const chosen: CardHold[] = []
    for (const { farmId, yen } of wanted) {
      const at = free.findIndex((hold) => hold.farmId === farmId && hold.yen === yen)
      const [known] = at < 0 ? [] : free.splice(at, 1)
      if (known && known.checkoutId !== checkoutId)
        await db.updateTable('cardHolds').set({ checkoutId }).where('id', '=', known.id).execute()
      chosen.push(known ?? (await planHold({ db, now: ctx.now }, { restaurantId, farmId, checkoutId, yen })))
    }
    return chosen
  })
  const answers: HoldAnswer[] = []
  for (const hold of holds) {
    const answer = await answerFor(ctx, hold, backTo)
    answers.push(answer)
    // the rest is asked once this one is proven
    if (answer.state !== 'held') break
  }
  return answers
}

async function answerFor(ctx: CardCtx, hold: CardHold, backTo: string): Promise<HoldAnswer> {
  if (!hold.intent) return askHold(ctx, hold, backTo)
  if (hold.state === 'held' && hold.until) return { state: 'held', intent: hold.intent, until: hold.until }
  const answer = await ctx.cards.look(hold.intent)
  await noteAnswer(ctx, hold.id, answer)
  return answer.state === 'released' ? { ...answer, state: 'failed', failure: 'released' } : answer
}

/** One checkout for each key of a person: pressing again continues it. */
async function checkoutOf(ctx: Ctx, { key, ...input }: PlaceInput): Promise<CardCheckoutId> {
  const { personId, restaurantId } = requireBuyer(ctx.actor)
  const { id } = await ctx.db
    .insertInto('cardCheckouts')
    .values({
      id: newId<'cardCheckout'>(),
      personId,
      restaurantId,
      key,
      input: JSON.stringify(input),
      at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['personId', 'restaurantId', 'key']).doUpdateSet({ input: JSON.stringify(input), at: ctx.now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function giveUp(ctx: CardCtx, checkoutId: CardCheckoutId, refusal: CardRefusal): Promise<PlacedByCard> {
  await releaseAll(ctx, checkoutId)
  return refuse(refusal)
}

async function releaseAll(ctx: CardCtx, checkoutId: CardCheckoutId): Promise<void> {
  for (const hold of await holdsOf(ctx, checkoutId, 'held', 'proving')) await releaseHold(ctx, hold)
}

const holdsOf = ({ db }: Pick<Ctx, 'db'>, checkoutId: CardCheckoutId, ...states: CardHold['state'][]) =>
  db
    .selectFrom('cardHolds')
    .selectAll()
    .where('checkoutId', '=', checkoutId)
    .where('orderId', 'is', null)
    .where('state', 'in', states)
    .orderBy('id')
    .execute()

/** The sentence for either kind of refusal. */
export const placedText = (refusal: OrderingRefusal | CardRefusal, detail?: RefusalDetail): string =>
  isCardRefusal(refusal) ? cardRefusalText(refusal) : refusalText(refusal, detail)
