import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { OrderId, OrderLineId, ParcelId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Carrier } from '#kernel/words.ts'
import { parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { once } from '#modules/history/once.server.ts'
import { actorKindOf } from '#modules/history/record-event.server.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import { judge } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, moveOrder, parcelsOf, writeQuantities } from '#modules/ordering/order-store.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { lotsOfLines, type NamedLot } from '#modules/provenance/lot.server.ts'

/** One planned box: sent with its number, or not needed after all. */
export type SentParcel = { parcelId: ParcelId } & ({ carrier: Carrier; trackingNumber: string } | { unused: true })
export type ShipInput = { orderId: OrderId; key: string; parcels: readonly SentParcel[] }

/**
 * The goods leave the farm (transition 15). Lines that were not spoken of while packing go
 * as confirmed. The lots of every line add up to what goes. Every box that goes has a tracking number with a right check digit; a box
 * that was not needed is not charged. From here on nobody can cancel (window W4).
 */
export const shipOrder = (ctx: Ctx, input: ShipInput): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> =>
  once(ctx, 'order.ship', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.ship', order)
    const judged = judge(order, 'ship', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged

    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
    const lots = await lotsOfLines(
      ctx,
      lines.map((line) => line.id),
    )
    const unready = whatIsMissing(lines, lots)
    if (unready) return unready
    const sent = decideParcels(parcels, input.parcels, temperaturesSent(lines))
    if (!sent.ok) return sent

    const { eventId } = await moveOrder(ctx, order, 'ship', {
      data: { trackingNumbers: sent.value.flatMap((parcel) => (parcel.sent ? [parcel.sent.trackingNumber] : [])) },
    })
    await writeQuantities(
      ctx,
      lines.flatMap((line) => {
        const quantity = line.quantities.confirmed
        return line.quantities.shipped || !quantity
          ? []
          : [{ lineId: line.id, stage: 'shipped' as const, quantity, eventId }]
      }),
    )
    for (const { parcel, sent: label } of sent.value)
      await ctx.db
        .updateTable('parcels')
        .set(
          label
            ? { carrier: label.carrier, tracking_number: label.trackingNumber, shipped_at: ctx.now }
            : { unused_at: ctx.now },
        )
        .where('id', '=', parcel.id)
        .execute()
    return ok({ orderId: order.id })
  })

const qtyGoing = (line: OrderLine) => (line.quantities.shipped ?? line.quantities.confirmed)?.qty ?? 0
const goes = (line: OrderLine) => qtyGoing(line) > 0

const temperaturesSent = (lines: readonly OrderLine[]) => new Set(lines.filter(goes).map((line) => line.temperature))

/** Pure: what keeps the goods from leaving. A lot for fewer than go would leave the others without a harvest. */
export function whatIsMissing(lines: readonly OrderLine[], lots: ReadonlyMap<OrderLineId, readonly NamedLot[]>) {
  const going = lines.filter(goes)
  if (going.length === 0) return refuse('nothing_to_ship' as const)
  const unweighed = going.find((line) => line.catchWeight && line.quantities.shipped === null)
  if (unweighed) return refuse('weight_missing' as const, { line: unweighed.id })
  const named = (line: OrderLine) => (lots.get(line.id) ?? []).reduce((sum, lot) => sum + lot.qty, 0)
  const unnamed = going.find((line) => named(line) !== qtyGoing(line))
  if (unnamed) return refuse('lot_missing' as const, { line: unnamed.id })
  return null
}

type Decided = { parcel: Parcel; sent: { carrier: Carrier; trackingNumber: string } | null }

/** Pure: every planned box is either sent or unused, and each temperature that goes has a box. */
export function decideParcels(
  parcels: readonly Parcel[],
  said: readonly SentParcel[],
  temperatures: ReadonlySet<Parcel['temperature']>,
): Result<Decided[], OrderingRefusal> {
  const decided: Decided[] = []
  for (const parcel of parcels) {
    const it = said.find(({ parcelId }) => parcelId === parcel.id)
    if (!it) return refuse('tracking_missing', { parcel: parcel.id })
    if ('unused' in it) {
      decided.push({ parcel, sent: null })
      continue
    }
    if (!it.trackingNumber.trim()) return refuse('tracking_missing', { parcel: parcel.id })
    const number = parseTrackingNumber(it.trackingNumber)
    if (!number.ok)
      return refuse(number.refusal === 'check_digit' ? 'tracking_check_digit' : 'tracking_not_12_digits', {
        parcel: parcel.id,
      })
    decided.push({ parcel, sent: { carrier: it.carrier, trackingNumber: number.value } })
  }
  for (const temperature of temperatures) {
    const box = decided.find(({ parcel }) => parcel.temperature === temperature)
    if (!decided.some(({ parcel, sent }) => sent && parcel.temperature === temperature))
      return refuse('tracking_missing', box ? { parcel: box.parcel.id } : {})
  }
  return ok(decided)
}
