import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { CardsUnavailable } from '#kernel/cards.ts'
import { parseId, type RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import type { CardCtx } from './hold-store.server.ts'
import { cardRefusals } from './refusal-text.ts'

export type ShownCard = { brand: string; lastFour: string; expiresOn: JstDate }

const system = { kind: 'system' } as const

const own = (ctx: Ctx): RestaurantId => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.manage', { farmId: null, restaurantId })
  return restaurantId
}

/** The saved card of the own restaurant, for owners. */
export const savedCard = query(
  'organisation.manage',
  async (ctx): Promise<{ offered: boolean; card: ShownCard | null }> => {
    const restaurantId = own(ctx)
    const row = await ctx.db
      .selectFrom('cardCustomers')
      .select(['brand', 'lastFour', 'expiresOn'])
      .where('restaurantId', '=', restaurantId)
      .executeTakeFirst()
    const { brand, lastFour, expiresOn } = row ?? {}
    return {
      offered: Boolean(ctx.cards),
      card: brand && lastFour && expiresOn ? { brand, lastFour, expiresOn } : null,
    }
  },
)

/** Leads to the provider's page on which a card is saved, or replaced; we never see its number. */
export const startSavingCard = repeatable({
  name: 'card.start_saving',
  permission: 'organisation.manage',
  input: {},
  refusals: cardRefusals('card_not_offered', 'card_no_answer'),
  run: async (ctx, _, site: string) => {
    const restaurantId = own(ctx)
    if (!ctx.cards) return refuse('card_not_offered')
    try {
      const customer = await customerOf({ ...ctx, cards: ctx.cards }, restaurantId)
      const page = `${site}/restaurant/Account/card`
      const done = `${page}?session={CHECKOUT_SESSION_ID}`
      return ok({ url: await ctx.cards.startSaving({ restaurantId, customer, done, cancelled: page }) })
    } catch (error) {
      if (error instanceof CardsUnavailable) return refuse('card_no_answer')
      throw error
    }
  },
})

async function customerOf({ db, cards }: CardCtx, restaurantId: RestaurantId): Promise<string> {
  const known = () =>
    db.selectFrom('cardCustomers').select('customer').where('restaurantId', '=', restaurantId).executeTakeFirst()
  const row = await known()
  if (row) return row.customer
  const customer = await cards.customer(restaurantId)
  await db
    .insertInto('cardCustomers')
    .values({ restaurantId, customer, ...noCard })
    .onConflict((conflict) => conflict.column('restaurantId').doNothing())
    .execute()
  return (await known())?.customer ?? customer
}

const noCard = { method: null, brand: null, lastFour: null, expiresOn: null, savedAt: null }

/**
 * Stores the card that was saved in this session of the provider: when the chef comes back, and when its webhook tells of
 * it, in either order. Only for the restaurant for which we made the session.
 */
export async function keepSavedCard({ db, now, cards }: CardCtx, session: string): Promise<void> {
  const saved = await cards.savedIn(session)
  const restaurantId = parseId<'restaurant'>(saved?.restaurantId)
  if (!saved || !restaurantId) return
  const { card, customer } = saved
  const old = await db.transaction().execute(async (db) => {
    const row = await lockCard(db, restaurantId)
    if (!row || row.customer !== customer || row.method === card.method) return null
    await db
      .updateTable('cardCustomers')
      .set({ ...card, savedAt: now })
      .where('restaurantId', '=', restaurantId)
      .execute()
    await recordEvent(db, { actor: system, now }, { kind: 'card_saved', aboutRestaurantId: restaurantId })
    return row.method
  })
  if (old) await cards.forget(old)
}

/** The page of the chef's return; a session of another restaurant changes nothing there. */
export async function comeBackWithCard(ctx: Ctx, session: string): Promise<void> {
  own(ctx)
  if (ctx.cards) await keepSavedCard({ ...ctx, cards: ctx.cards }, session)
}

export const removeCard = repeatable({
  name: 'card.remove',
  permission: 'organisation.manage',
  input: {},
  refusals: cardRefusals('card_in_use', 'card_not_offered', 'card_no_answer'),
  run: async (ctx) => {
    const restaurantId = own(ctx)
    const { cards } = ctx
    if (!cards) return refuse('card_not_offered')
    const removed = await ctx.db.transaction().execute(async (db) => {
      const shop = await db
        .selectFrom('restaurants')
        .select('paymentMethod')
        .where('id', '=', restaurantId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (shop.paymentMethod === 'card') return refuse('card_in_use')
      const row = await lockCard(db, restaurantId)
      if (!row?.method) return ok({ method: null })
      await db.updateTable('cardCustomers').set(noCard).where('restaurantId', '=', restaurantId).execute()
      await recordEvent(db, ctx, { kind: 'card_removed', aboutRestaurantId: restaurantId })
      return ok({ method: row.method })
    })
    if (!removed.ok) return removed
    // an amount that is held can still be captured
    if (removed.value.method) await cards.forget(removed.value.method)
    return ok({})
  },
})

const lockCard = (db: DbOrTx, restaurantId: RestaurantId) =>
  db
    .selectFrom('cardCustomers')
    .select(['customer', 'method'])
    .where('restaurantId', '=', restaurantId)
    .forUpdate()
    .executeTakeFirst()
