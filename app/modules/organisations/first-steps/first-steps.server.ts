import { requireBuyer, requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type FirstStep, farmSteps, restaurantSteps } from './first-steps.ts'

/** An order in these states has not reached a farm. */
const notPlaced = ['draft', 'pending_approval', 'sent_back'] as const

/**
 * The steps that this member of a farm may do; none until it is approved, from its first order on, and for a hub. What staff still
 * review counts as done: the farm has done its part.
 */
export const farmFirstSteps = query('own', async (ctx): Promise<FirstStep[]> => {
  const { farmId, farmApproved } = requireFarm(ctx.actor)
  const steps = farmSteps.filter(({ operation }) => can(ctx.actor, operation, { farmId, restaurantId: null }))
  if (!farmApproved || steps.length === 0) return []
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['shippingSavedAt', 'story'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('bankAccounts').select('id').whereRef('farmId', '=', 'farms.id').where('endedAt', 'is', null),
      ).as('account'),
      exists(
        selectFrom('products')
          .select('id')
          .whereRef('farmId', '=', 'farms.id')
          .where((is) => is.or([is('status', 'in', ['listed', 'sold_out']), is('review', '=', 'waiting')])),
      ).as('offers'),
    ])
    .where('id', '=', farmId)
    .where('isHub', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders').select('id').whereRef('farmId', '=', 'farms.id').where('state', 'not in', notPlaced),
        ),
      ),
    )
    .executeTakeFirst()
  if (!farm) return []
  const done = {
    shipping: farm.shippingSavedAt !== null,
    goods: Boolean(farm.offers),
    intro: farm.story !== '',
    account: Boolean(farm.account),
  }
  return steps.map((step) => ({ ...step, done: done[step.name] }))
})

/**
 * The same for a restaurant. Its receiving is done when a kitchen says where, or was saved since the sign-up.
 */
export const restaurantFirstSteps = query('own', async (ctx): Promise<FirstStep[]> => {
  const { restaurantId, restaurantApproved } = requireBuyer(ctx.actor)
  const steps = restaurantSteps.filter(({ operation }) => can(ctx.actor, operation, { farmId: null, restaurantId }))
  if (!restaurantApproved || steps.length === 0) return []
  const restaurant = await ctx.db
    .selectFrom('restaurants')
    .select(['phone', 'billingSavedAt'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('documents')
          .select('id')
          .whereRef('restaurantId', '=', 'restaurants.id')
          .where('kind', 'in', ['business_licence', 'permit'])
          .where('removedAt', 'is', null),
      ).as('licensed'),
      exists(
        selectFrom('kitchens')
          .select('id')
          .whereRef('restaurantId', '=', 'restaurants.id')
          .where('closedAt', 'is', null)
          .where((is) => is.or([is('receivingNote', '!=', ''), is('version', '>', 1)])),
      ).as('receives'),
    ])
    .where('id', '=', restaurantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('restaurantId', '=', 'restaurants.id')
            .where('state', 'not in', notPlaced),
        ),
      ),
    )
    .executeTakeFirst()
  if (!restaurant) return []
  const done = {
    shop: restaurant.phone !== '' && Boolean(restaurant.licensed),
    receiving: Boolean(restaurant.receives),
    billing: restaurant.billingSavedAt !== null,
  }
  return steps.map((step) => ({ ...step, done: done[step.name] }))
})
