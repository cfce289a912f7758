import type { Quantity, Temperature } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import type { ParcelId } from '#kernel/ids.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { instructionOf } from '#modules/ordering/instruction.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import type { PartialShipment } from '#modules/ordering/partial-shipment.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { due, restOf } from '#modules/ordering/rest-of.ts'
import { decidePacking, type Packed, type PackedLine } from './decide-packing.ts'

/**
 * The days on which the rest may arrive: not before the day of the order, and as long after it as the restaurant
 * accepts.
 */
export function restDays(
  { deliveryOn, partWaitDays }: { deliveryOn: JstDate; partWaitDays: number | null },
  today: JstDate,
): JstDate[] {
  if (partWaitDays === null) return []
  return Array.from({ length: partWaitDays + 1 }, (_, days) => addDays(deliveryOn, days)).filter((day) => day >= today)
}

/**
 * What is sent first. Something must be left, or it would not be a part; with all or nothing no part is sent, and a
 * line that must be complete is sent complete, now or later.
 */
export function decidePart(
  lines: readonly OrderLine[],
  said: readonly PackedLine[],
): Result<Packed[], OrderingRefusal> {
  const packed = decideParts(lines, said, new Map())
  if (!packed.ok) return packed
  const going = new Map(packed.value.map(({ line, quantity }) => [line.id, quantity.qty]))
  const divided = lines.filter((line) => due(line) > (going.get(line.id) ?? 0))
  if (divided.length === 0) return refuse('no_rest')
  const whole = lines.find((line) => instructionOf(line).kind === 'all_or_nothing')
  if (whole) return refuse('all_or_nothing', { line: whole.id })
  const torn = divided.find((line) => (going.get(line.id) ?? 0) > 0 && wantsWhole(line))
  return torn ? refuse('line_whole', { line: torn.id }) : packed
}

/** The rest: what is not mentioned is sent as promised, less needs a reason. */
export function decideRest(
  lines: readonly OrderLine[],
  said: readonly PackedLine[],
  left: PartialShipment,
): Result<Packed[], OrderingRefusal> {
  const silent = lines
    .filter((line) => restOf(line, left) > 0 && !said.some(({ lineId }) => lineId === line.id))
    .map((line): PackedLine => ({ lineId: line.id, qty: restOf(line, left), grams: null, reason: null, lot: null }))
  const all = [...said, ...silent]
  const short = all.find(({ lineId, qty, reason }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line && qty < restOf(line, left) && !reason
  })
  if (short) return refuse('reason_missing', { line: short.lineId })
  return decideParts(lines, all, left)
}

/** Checked as if exactly this had been confirmed: quantity, weight, and harvest. */
function decideParts(
  lines: readonly OrderLine[],
  said: readonly PackedLine[],
  left: PartialShipment,
): Result<Packed[], OrderingRefusal> {
  const over = said.find(({ lineId, qty }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line && qty > restOf(line, left)
  })
  if (over) {
    const line = lines.find(({ id }) => id === over.lineId)
    return refuse('more_than_confirmed', { line: over.lineId, max: line ? restOf(line, left) : 0 })
  }
  const asked = new Map(said.map(({ lineId, qty }) => [lineId, qty]))
  const alone = lines.map((line) => ({
    ...line,
    quantities: { ...line.quantities, confirmed: { qty: asked.get(line.id) ?? 0, grams: null } },
  }))
  const packed = decidePacking(alone, said)
  if (!packed.ok) return packed
  return ok(
    packed.value.flatMap(({ line, ...it }) => {
      const real = lines.find(({ id }) => id === line.id)
      return real ? [{ ...it, line: real }] : []
    }),
  )
}

function wantsWhole(line: OrderLine): boolean {
  const instruction = instructionOf(line)
  return ('otherwise' in instruction ? instruction.otherwise : instruction.kind) === 'drop_line'
}

/** Both parts of a line together: billed once, and rounded once, as if it had not been divided. */
export function together(line: OrderLine, first: Quantity | undefined, rest: Quantity | undefined): Quantity {
  const sum = (of: (quantity: Quantity) => number) => (first ? of(first) : 0) + (rest ? of(rest) : 0)
  return { qty: sum(({ qty }) => qty), grams: line.catchWeight ? grams(sum(({ grams: weight }) => weight ?? 0)) : null }
}

type ExtraBox = { like: ParcelId; temperature: Temperature }

/** The unplanned boxes that the rest needs: one for each temperature whose planned boxes have all left. */
export function boxesForRest(
  lines: readonly OrderLine[],
  parcels: readonly Parcel[],
  { left, sent }: { left: PartialShipment; sent: ReadonlySet<ParcelId> },
): ExtraBox[] {
  const needed = new Set(lines.filter((line) => restOf(line, left) > 0).map(({ temperature }) => temperature))
  return [...needed].flatMap((temperature) => {
    const planned = parcels.filter((parcel) => parcel.temperature === temperature && !parcel.unused)
    const [like] = planned
    return like && planned.every(({ id }) => sent.has(id)) ? [{ like: like.id, temperature }] : []
  })
}
