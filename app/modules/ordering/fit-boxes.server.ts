import type { Ctx } from '#authorization/ctx.ts'
import { newId } from '#kernel/ids.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'
import { planOrder } from './change-order.ts'
import { fitBoxes } from './fit-boxes.ts'
import { isSent, type OrderLine } from './order.ts'
import { countToSend } from './order-counts.ts'
import { linesOf, type Order, parcelsOf } from './order-store.server.ts'
import { isArranged } from './parcel-contents.ts'
import { knownOf } from './write-change.server.ts'

/**
 * Less was confirmed, or has shipped, than the boxes were planned for: they become fewer or smaller, and never dearer.
 * What was free of freight stays free, although less is bought: the restaurant is not the cause. The boxes keep their
 * ids, for labels that a device without network has yet to send.
 */
export async function fitFreight(ctx: Ctx, order: Order): Promise<void> {
  const planned = await planNow(ctx, order)
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  // boxes that only a divided order needs have a rule of their own
  const boxes = parcels.filter(
    ({ unused, forRest, byFarm, freightYen, coolYen }) =>
      !unused && !forRest && !(byFarm && freightYen + coolYen === 0),
  )
  const fitted = planned && fitBoxes(boxes, planned)
  if (!fitted) return
  // what has left can no longer get another box
  if (fitted.extra.length > 0 && boxes.some(isSent)) return
  for (const { box, as } of fitted.kept)
    await ctx.db
      .updateTable('parcels')
      // the farm has said how large its parcels are
      .set({ ...(!isArranged(parcels) && { sizeClass: as.size }), freightYen: as.freightYen, coolYen: as.coolYen })
      .where('id', '=', box.id)
      .execute()
  for (const box of fitted.unneeded)
    await ctx.db
      .updateTable('parcels')
      // a box that left although less needs none of it: the farm pays for it
      .set(isSent(box) ? { waived: true } : { unusedAt: ctx.now })
      .where('id', '=', box.id)
      .execute()
  const last = Math.max(0, ...parcels.map(({ ordinal }) => ordinal))
  for (const [index, as] of fitted.extra.entries())
    await ctx.db
      .insertInto('parcels')
      .values({
        id: newId<'parcel'>(),
        orderId: order.id,
        ordinal: last + 1 + index,
        temperature: as.temperature,
        sizeClass: as.size,
        freightYen: as.freightYen,
        coolYen: as.coolYen,
        waived: boxes.some(({ waived }) => waived),
        tracked: boxes.every(({ tracked }) => tracked),
        carrier: null,
        trackingNumber: null,
        shippedAt: null,
        unusedAt: null,
      })
      .execute()
}

/** While it is packed, and may still be packed differently: only which of the agreed boxes are needed. */
export async function setAsideBoxes(ctx: Ctx, order: Order): Promise<void> {
  const planned = await planNow(ctx, order)
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  // what the farm has arranged stays, and so does a box that other kitchens' goods are in
  if (isArranged(parcels) || order.way?.kind === 'shared') return
  if (!planned || planned.some(({ temperature }) => !parcels.some((box) => box.temperature === temperature))) return
  for (const ofTemperature of Map.groupBy(parcels, ({ temperature }) => temperature).values()) {
    const needed = planned.filter(({ temperature }) => temperature === ofTemperature[0]?.temperature).length
    for (const [index, { id, unused }] of ofTemperature.entries())
      if (unused !== index >= needed)
        await ctx.db
          .updateTable('parcels')
          .set({ unusedAt: unused ? null : ctx.now })
          .where('id', '=', id)
          .execute()
  }
}

/** The boxes for what is sent as far as is settled now; null if nothing is, or no box holds it. */
async function planNow(ctx: Ctx, order: Order): Promise<readonly FreightLine[] | null> {
  const lines: readonly OrderLine[] = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const going = lines.map((line) => ({ line, before: countToSend(line), after: countToSend(line) }))
  if (going.every(({ after }) => after === 0)) return null
  const planned = planOrder(going, await knownOf(ctx, order))
  return planned.ok ? planned.value.parcels : null
}
