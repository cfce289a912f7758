import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { UsedCarrier } from '#modules/ordering/order.ts'

/** With which carriers the farm has sent parcels, the last one first. */
export const usedCarriers = async (ctx: Ctx, farmId: FarmId): Promise<UsedCarrier[]> =>
  ctx.db
    .selectFrom('usedCarriers')
    .select(['carrier', 'trackingPage'])
    .where('farmId', '=', farmId)
    .orderBy('usedAt', 'desc')
    .orderBy('carrier')
    .limit(20)
    .execute()

/** Notes what was used, in the order of the names: two shipments at once do not wait for each other in a circle. */
export async function noteUsedCarriers(ctx: Ctx, farmId: FarmId, used: readonly UsedCarrier[]): Promise<void> {
  const byName = [...new Map(used.map((it) => [it.carrier, it])).values()].sort((a, b) =>
    a.carrier < b.carrier ? -1 : 1,
  )
  if (byName.length === 0) return
  await ctx.db
    .insertInto('usedCarriers')
    .values(byName.map((it) => ({ farmId, ...it, usedAt: ctx.now })))
    .onConflict((conflict) =>
      conflict.columns(['farmId', 'carrier']).doUpdateSet((eb) => ({
        trackingPage: eb.ref('excluded.trackingPage'),
        usedAt: eb.ref('excluded.usedAt'),
      })),
    )
    .execute()
}
