import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { FarmId, OrderId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { choice } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { issueSlipOf } from '#modules/issued-documents/delivery-slip.server.ts'
import { dayOrders, type PaperOrder } from './day-orders.server.ts'
import { paperChoice } from './paper-choice.ts'
import { type PaperPart, paperParts } from './paper-parts.ts'
import { keepSettings, paperSettings } from './paper-settings.server.ts'

/**
 * The farm prints the papers of a day. Of each order that is packed the delivery slip is issued if what is packed is on none
 * yet, by the rules of `issueDeliverySlip`: pressed twice, also at once, it is issued once. What is not ready yet is printed
 * without its slip. Each order is a transaction of its own, so that three hundred of them do not block other requests.
 */
export const preparePapers = repeatable({
  name: 'packing_papers.print',
  permission: 'packing_papers.print',
  input: { ...paperChoice, only: choice(paperParts).optional().describe('この書類のみ。設定は変わりません') },
  refusals: noRefusals,
  run: async (ctx, { only, ...kept }) => {
    const chosen = only ? { ...kept, parts: [only] } : kept
    const { farmId } = requireFarm(ctx.actor)
    seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
    authorize(ctx.actor, 'packing_papers.print', { farmId })
    const { orders, missing } = await dayOrders(ctx, chosen.day)
    const withoutSlip = chosen.parts.includes('slips') ? await issueSlips(ctx, orders) : []
    await keepSettings(ctx, farmId, { ...kept, parts: await keptParts(ctx, farmId, kept.parts) })
    await recordEvent(ctx.db, ctx, {
      kind: 'packing_papers_printed',
      aboutFarmId: farmId,
      data: { day: chosen.day, parts: chosen.parts, orders: orders.length },
    })
    return ok({ chosen, orders: orders.length, withoutSlip, missing })
  },
})

/** Two connections leave the other ones of the pool to the requests of others. */
const atOnce = 2

/** Issues the slips that are due, and says which orders have to be printed without one, in the order of the papers. */
async function issueSlips(ctx: Ctx, orders: readonly PaperOrder[]): Promise<OrderId[]> {
  const { farmId } = requireFarm(ctx.actor)
  // a helper who does not see money prints the rest
  const due = orders.filter(({ restaurantId }) => can(ctx.actor, 'delivery_slip.issue', { farmId, restaurantId }))
  const refused = new Set<OrderId>()
  const left = due.values()
  const issuing = async () => {
    for (const { id } of left) {
      const issued = await ctx.db.transaction().execute((db) => issueSlipOf({ ...ctx, db }, id))
      if (!issued.ok) refused.add(id)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, issuing))
  return due.flatMap(({ id }) => (refused.has(id) ? id : []))
}

/** A helper who is not offered the slips does not untick them for the others. */
async function keptParts(ctx: Ctx, farmId: FarmId, parts: PaperPart[]): Promise<PaperPart[]> {
  if (parts.includes('slips') || can(ctx.actor, 'order_money.see', { farmId, restaurantId: null })) return parts
  const before = await paperSettings(ctx)
  return paperParts.filter((part) => (part === 'slips' ? before.parts.includes(part) : parts.includes(part)))
}
