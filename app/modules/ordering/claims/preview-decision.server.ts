import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Remedy } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ClaimId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import { billedQuantity, type OrderLine } from '../order.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { linesOf, toOrder } from '../order-store.server.ts'
import { toClaim } from './claim-store.server.ts'
import { remedyYen } from './claim-terms.ts'

/** The result of a decision, without tax; the bill of the line as it was sent, and as it would be. */
export type DecisionPreview = { backYen: Yen; billBeforeYen: Yen; billAfterYen: Yen; nextStatement: boolean }

/** A preview; writes nothing. */
export const previewDecision = query(
  'claim.decide',
  async (
    ctx,
    { claimId, remedy }: { claimId: ClaimId; remedy: Pick<Remedy, 'kind' | 'percent'> },
  ): Promise<DecisionPreview> => {
    requireSignedIn(ctx)
    const row = await ctx.db.selectFrom('claims').selectAll().where('id', '=', claimId).executeTakeFirst()
    if (!row) throw new NotFound('claim')
    const claim = toClaim(row)
    const sides = { farmId: claim.farmId, restaurantId: claim.restaurantId }
    seeOrNotFound(ctx.actor, 'order.see', sides)
    authorize(ctx.actor, 'claim.decide', sides)
    const order = toOrder(
      await ctx.db.selectFrom('orders').selectAll().where('id', '=', claim.orderId).executeTakeFirstOrThrow(),
    )
    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const asSent = (line: OrderLine) =>
      amountOf(line, billedQuantity({ ...line, quantities: { ...line.quantities, received: null } }))
    if (claim.wholeOrder) {
      const before = yen(lines.reduce((sum, line) => sum + asSent(line), 0))
      const backYen = yen(lines.reduce((sum, line) => sum + remedyYen(asSent(line), remedy), 0))
      return { backYen, billBeforeYen: before, billAfterYen: yen(before - backYen), nextStatement: false }
    }
    const line = lines.find(({ id }) => id === claim.lineId)
    if (!line) throw new NotFound('line')
    const before = line.billedYen ?? asSent(line)
    const backYen = remedyYen(claim.amountYen, remedy)
    const nextStatement = order.state === 'finalized'
    return {
      backYen,
      billBeforeYen: before,
      billAfterYen: nextStatement ? before : yen(Math.max(0, before - backYen)),
      nextStatement,
    }
  },
)
