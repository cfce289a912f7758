import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { unreadAnnouncement } from '#modules/content/announcement-queries.server.ts'
import { unreadNotifications } from '#modules/notifications/centre.server.ts'
import { workplacesOf } from './workplaces.server.ts'

type Member = Pick<BuyerActor, 'personId' | 'restaurantId'>

/** A restaurant as one of its members sees it: a row for each kitchen. */
export const restaurantRows = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { personId, restaurantId }: Member) =>
  db
    .selectFrom('restaurants')
    .innerJoin('kitchens', 'kitchens.restaurantId', 'restaurants.id')
    .select([
      'restaurants.name',
      'restaurants.crest',
      'restaurants.logo',
      'restaurants.status',
      'restaurants.closingDay',
      'restaurants.paymentMethod',
      'kitchens.id as kitchenId',
      'kitchens.name as kitchen',
      'kitchens.place',
    ])
    .select(unreadAnnouncement(personId, 'buyer', now).as('unread'))
    .select(unreadNotifications(personId).as('notifications'))
    .select(workplacesOf(personId, restaurantId).as('places'))
    .where('restaurants.id', '=', restaurantId)
    .where('kitchens.closedAt', 'is', null)
    .orderBy('kitchens.id')

type RestaurantRow = Awaited<ReturnType<ReturnType<typeof restaurantRows>['execute']>>[number]

/** NotFound without a kitchen. */
export function toRestaurant(rows: readonly RestaurantRow[]) {
  const [first] = rows
  if (!first) throw new NotFound('restaurant')
  return {
    name: first.name,
    crest: first.crest,
    logo: first.logo,
    status: first.status,
    closingDay: first.closingDay,
    paymentMethod: first.paymentMethod,
    /** The announcement of staff that the user has not read. */
    unread: first.unread,
    /** Unread notifications. */
    notifications: first.notifications,
    /** The organisations they work for. */
    places: first.places,
    kitchens: rows.map((row): { id: KitchenId; name: string; place: string } => ({
      id: row.kitchenId,
      name: row.kitchen,
      place: row.place,
    })),
  }
}

/** The restaurant the user works for and its kitchens, for the choice of kitchen. */
export const myRestaurant = query('own', async (ctx: Ctx) =>
  toRestaurant(await restaurantRows(ctx, requireBuyer(ctx.actor)).execute()),
)

/** The farm the user works for, for the layout. */
export const myFarm = query('own', async (ctx: Ctx) => {
  const farmer = requireFarm(ctx.actor)
  return ctx.db
    .selectFrom('farms')
    .select(['id', 'name', 'crest', 'place', 'picture', 'packingMinute', 'status'])
    .select(unreadAnnouncement(farmer.personId, 'farm', ctx.now).as('unread'))
    .select(unreadNotifications(farmer.personId).as('notifications'))
    .select(workplacesOf(farmer.personId, farmer.farmId).as('places'))
    .where('id', '=', farmer.farmId)
    .executeTakeFirstOrThrow(() => new NotFound('farm'))
})
