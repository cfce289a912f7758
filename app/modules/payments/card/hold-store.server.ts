import type { Selectable } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Cards, HoldAnswer } from '#kernel/cards.ts'
import {
  type CardCheckoutId,
  type CardHoldId,
  type FarmId,
  newId,
  type OrderId,
  type RestaurantId,
} from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'

export type CardCtx = Pick<Ctx, 'db' | 'now'> & { cards: Cards }
export type CardHold = Selectable<Database['cardHolds']>

/** The failure of a movement of which it is unknown whether the provider made it: nothing else is taken instead. */
export const noAnswer = 'no_answer'

export type PlannedHold = {
  restaurantId: RestaurantId
  farmId: FarmId
  checkoutId?: CardCheckoutId
  orderId?: OrderId
  renews?: CardHoldId
  yen: Yen
}

/** Written and committed before the provider is asked, so that an answer that is lost is asked for again. */
export const planHold = ({ db, now }: Pick<Ctx, 'db' | 'now'>, planned: PlannedHold): Promise<CardHold> =>
  db
    .insertInto('cardHolds')
    .values({
      id: newId<'cardHold'>(),
      checkoutId: null,
      orderId: null,
      renews: null,
      ...planned,
      state: 'asked',
      intent: null,
      failure: null,
      until: null,
      at: now,
      endedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Asks the provider to hold the amount; asking again gives the same answer. `backTo`: see kernel/cards.ts. */
export async function askHold(ctx: CardCtx, hold: CardHold, backTo: string | null): Promise<HoldAnswer> {
  const customer = await customerOf(ctx, hold.restaurantId)
  const answer: HoldAnswer = customer
    ? await ctx.cards.hold({ id: hold.id, yen: hold.yen, backTo, ...customer })
    : { state: 'failed', intent: null, failure: 'no_card' }
  await noteAnswer(ctx, hold.id, answer)
  return answer
}

const customerOf = async ({ db }: Pick<Ctx, 'db'>, restaurantId: RestaurantId) => {
  const row = await db
    .selectFrom('cardCustomers')
    .select(['customer', 'method'])
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirst()
  return row?.method ? { customer: row.customer, method: row.method } : null
}

/**
 * Stores what the provider says of a hold. States only go forward (asked, proving, held, ended), so that an answer that
 * comes twice, late or out of order changes nothing.
 */
export async function noteAnswer(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: CardHoldId,
  answer: HoldAnswer,
): Promise<void> {
  const { state, intent } = answer
  const ended = state === 'failed' || state === 'released' || state === 'captured'
  await db
    .updateTable('cardHolds')
    .set({
      state,
      ...(intent !== null && { intent }),
      ...(state === 'held' && { until: answer.until }),
      ...(state === 'failed' && { failure: answer.failure }),
      ...(ended && { endedAt: now }),
    })
    .where('id', '=', id)
    .where('state', 'in', before[state])
    // what nobody ordered cannot have been captured
    .$if(state === 'captured', (query) => query.where('orderId', 'is not', null))
    .execute()
}

const before = {
  proving: ['asked'],
  held: ['asked', 'proving'],
  failed: ['asked', 'proving'],
  released: ['asked', 'proving', 'held'],
  captured: ['held'],
} as const

/** Gives an amount back that is held; nothing happens if it has ended already. */
export async function releaseHold(ctx: CardCtx, hold: Pick<CardHold, 'id' | 'intent'>): Promise<void> {
  if (hold.intent) await noteAnswer(ctx, hold.id, await ctx.cards.release(hold.intent))
}
