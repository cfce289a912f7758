import { NotFound } from '#kernel/errors.ts'
import { ok } from '#kernel/result.ts'
import { IdOf, KitchenChoice } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { chooseRunFor, runOffersOf } from '#modules/runs/run-offers.server.ts'
import { ownCart } from './change-cart.server.ts'
import { cartRefusals } from './refusal-text.ts'

/** By which run (共同便) the goods of a farm come; null: by the carrier. A run that does not come here does not exist. */
export const chooseRun = repeatable({
  name: 'cart.choose_run',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, farmId: IdOf<'farm'>('農園'), runId: IdOf<'run'>('共同便').nullable() },
  refusals: cartRefusals(),
  run: async (ctx, { kitchenId: named, farmId, runId }) => {
    const cartId = await ownCart(ctx, named)
    const farm = await ctx.db
      .selectFrom('farms')
      .select('id')
      .where('id', '=', farmId)
      .where('status', 'in', ['approved', 'suspended'])
      .executeTakeFirst()
    if (!farm) throw new NotFound('farm')
    if (runId !== null) {
      const kitchen = await ctx.db
        .selectFrom('carts')
        .innerJoin('kitchens', 'kitchens.id', 'carts.kitchenId')
        .select(['kitchens.id', 'prefectureCode', 'postalCode'])
        .where('carts.id', '=', cartId)
        .executeTakeFirstOrThrow()
      const offers = (await runOffersOf(ctx, [farmId], kitchen)).get(farmId) ?? []
      if (!offers.some((offer) => offer.runId === runId)) throw new NotFound('run')
    }
    await chooseRunFor(ctx.db, { cartId, farmId, runId })
    // the day was chosen for another way, and the run takes its place
    await ctx.db
      .updateTable('cartFarms')
      .set({ deliveryOn: null, wayId: null })
      .where('cartId', '=', cartId)
      .where('farmId', '=', farmId)
      .execute()
    return ok({})
  },
})
