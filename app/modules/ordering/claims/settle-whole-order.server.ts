import type { Ctx } from '#authorization/ctx.ts'
import type { CostBearer, Quantity, Remedy } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import type { EventId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordChargesOf } from '../charges/record-charges.server.ts'
import { amountAt, freightOfParcels } from '../order.ts'
import { linesOf, type Order, parcelsOf, writeQuantities } from '../order-store.server.ts'
import { keepTotal } from '../past/keep-total.server.ts'
import type { Claim } from './claim-store.server.ts'
import { remedyYen } from './claim-terms.ts'

const nothing = (weighs: boolean): Quantity => ({ qty: 0, grams: weighs ? grams(0) : null })

/**
 * Bills boxes that came back, as staff decided: line by line the restaurant is refunded a share, and pays the rest,
 * although it does not have the products. It pays the freight only if it bears the cost. It is billed here, because an
 * order that came back is never inspected.
 */
export async function settleWholeOrder(
  ctx: Ctx,
  { order, claim }: { order: Order; claim: Claim },
  { remedy, borneBy, eventId }: { remedy: Remedy; borneBy: CostBearer; eventId: EventId },
): Promise<void> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  let back = 0
  for (const line of lines) {
    const { shipped } = line.quantities
    if (!shipped) continue
    const amount = amountAt(line, 'shipped')
    const given: Yen = remedyYen(amount, remedy)
    back += given
    const quantity = given === amount ? nothing(line.catchWeight) : shipped
    await writeQuantities(ctx, [
      { lineId: line.id, stage: 'received', quantity, eventId },
      { lineId: line.id, stage: 'billed', quantity, yen: yen(amount - given), eventId },
    ])
  }
  const freightOffYen =
    borneBy === 'buyer' ? yen(0) : freightOfParcels((await parcelsOf(ctx.db, [order.id])).get(order.id) ?? [])
  if (borneBy !== 'buyer')
    await ctx.db.updateTable('parcels').set({ waived: true }).where('orderId', '=', order.id).execute()
  await ctx.db
    .insertInto('claimEntries')
    .values({
      claimId: claim.id,
      orderId: order.id,
      orderLineId: claim.lineId,
      kind: remedy.kind,
      yen: yen(back),
      offBillYen: yen(back),
      freightOffYen,
      nextStatement: false,
      taxPercent: lines.find(({ id }) => id === claim.lineId)?.taxPercent ?? 0,
      borneBy,
      eventId,
      at: ctx.now,
    })
    .execute()
  await keepTotal(ctx, order)
  await recordChargesOf(ctx, [order.id])
}
