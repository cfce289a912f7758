import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { requireDecider } from '#modules/organisations/approval/decide-application.server.ts'
import { writeHub } from '#modules/organisations/hub.server.ts'
import { organisationRefusals } from '#modules/organisations/refusal-text.ts'
import { hasOpenOffer } from '#modules/sourcing/request-store.server.ts'
import { hasOpenOrders } from './has-open-orders.server.ts'

/**
 * Staff state that an organisation is a hub (JA, 直売所, a carrier of the region): it drives runs for farms and sells nothing, so
 * it is on no public page. Refused while it sells, a chef may accept an answer of it, or orders are open. Stated again it changes nothing.
 */
export const setHub = mutation({
  name: 'organisation.hub',
  permission: 'members.decide',
  input: { farmId: IdOf<'farm'>('農園'), isHub: z.boolean('true か false を指定してください。') },
  refusals: organisationRefusals('sells_goods', 'offers_open', 'hub_with_orders', 'key_reused'),
  guard: requireDecider,
  run: async (ctx, { farmId, isHub }) => {
    const farm = await ctx.db
      .selectFrom('farms')
      .select(['name', 'isHub'])
      .where('id', '=', farmId)
      .forUpdate()
      .executeTakeFirst()
    if (!farm) throw new NotFound('farm')
    if (farm.isHub === isHub) return ok({ name: farm.name })
    const sold = await ctx.db
      .selectFrom('products')
      .select('id')
      .where('farmId', '=', farmId)
      .where((is) => is.or([is('status', 'in', ['listed', 'sold_out']), is('review', '=', 'waiting')]))
      .limit(1)
      .executeTakeFirst()
    if (isHub && sold) return refuse('sells_goods')
    if (isHub && (await hasOpenOffer(ctx, farmId))) return refuse('offers_open')
    if (isHub && (await hasOpenOrders(ctx.db, { farmId }))) return refuse('hub_with_orders')
    await writeHub(ctx.db, farmId, isHub)
    await recordEvent(ctx.db, ctx, { kind: isHub ? 'hub_set' : 'hub_ended', aboutFarmId: farmId })
    return ok({ name: farm.name })
  },
})
