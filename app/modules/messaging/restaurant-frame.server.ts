import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type PersonId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { gatherOnce } from '#modules/audit-log/gather.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { restaurantRows, toRestaurant } from '#modules/identity/me.server.ts'
import { receivingWaitingRows } from '#modules/ordering/open-orders.server.ts'
import { favouriteRows } from '#modules/products/catalog/favourites.server.ts'
import { type RecallToAnswer, recallToAnswerRows } from '#modules/traceability/recalls/recall-queries.server.ts'
import { type LiveFacts, liveRows, ownConversations } from './conversation-queries.server.ts'

type Values = { now: Date; today: JstDate; personId: PersonId; restaurantId: RestaurantId }
/** `talks`: whether the conversations are the viewer's own. */
type Shape = { talks: boolean }

const sampleOf = (today: JstDate): Values => ({
  now: momentOf(today, 0),
  today,
  personId: newId<'person'>(),
  restaurantId: newId<'restaurant'>(),
})

const frameRows = gatherOnce(
  [sampleOf(jstDate('2001-01-01')), sampleOf(jstDate('2002-02-02'))],
  (db, { now, today, ...member }: Values, { talks }: Shape) => {
    const { personId, restaurantId } = member
    const talker: BuyerActor = {
      kind: 'buyer',
      ...{ personId, restaurantId, name: '', role: 'owner', restaurantApproved: true },
      ...{ kitchenIds: [], orderLimitYen: null },
    }
    return {
      parts: {
        restaurant: { rows: restaurantRows({ db, now }, member) },
        recall: { rows: recallToAnswerRows(restaurantId) },
        receiving: { rows: receivingWaitingRows(db, restaurantId, today) },
        live: { rows: liveRows(talks ? talker : null) },
        favourites: { rows: favouriteRows(db, personId) },
      },
      given: sql``,
    }
  },
)

export type RestaurantFrame = {
  restaurant: ReturnType<typeof toRestaurant>
  recall: RecallToAnswer | null
  /** How many orders wait for inspection (検収). */
  receiving: number
  live: LiveFacts
  /** The ids of the user's favourites. */
  favourites: string[]
}

/** What stands around every page of a restaurant, beside its cart. One query. */
export const restaurantFrame = query('own', async (ctx: Ctx): Promise<RestaurantFrame> => {
  const { personId, restaurantId } = requireBuyer(ctx.actor)
  const { db, now } = ctx
  const found = await frameRows(
    db,
    { talks: ownConversations(ctx.actor) },
    { now, today: jstDateOf(now), personId, restaurantId },
  )
  return {
    restaurant: toRestaurant(found.restaurant),
    recall: found.recall[0] ?? null,
    receiving: found.receiving[0]?.waiting ?? 0,
    live: found.live[0] ?? { unread: 0, after: 0 },
    favourites: found.favourites.flatMap(({ id }) => id ?? []),
  }
})
