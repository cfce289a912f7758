import { grams } from '#kernel/grams.ts'
import type { OrderLineId, ParcelId } from '#kernel/ids.ts'
import { type ParcelItem, planParcels } from '#modules/delivery/parcels.ts'
import type { OrderLine, Parcel } from './order.ts'
import { countToSend } from './order-counts.ts'

/** So many sale units of a line. */
export type ParcelContent = { lineId: OrderLineId; qty: number }

/** How large and how heavy one unit of each line is; a line without facts takes no room. */
export type PackFacts = ReadonlyMap<OrderLineId, Pick<ParcelItem, 'sizePoints' | 'grossGrams' | 'ownCarton'>>

type Box = Pick<Parcel, 'id' | 'temperature'>

/** Whether the farm has said what lies in which parcel of an order. */
export const isArranged = (parcels: readonly Pick<Parcel, 'contents'>[]): boolean =>
  parcels.some(({ contents }) => contents.length > 0)

/**
 * What could lie in which of the parcels: the plan by which the freight was calculated, parcel by parcel of the same
 * temperature. What the plan has no parcel for goes into the last one of its temperature, or into the last of all.
 */
export function proposeContents(
  boxes: readonly Box[],
  lines: readonly OrderLine[],
  facts: PackFacts,
): Map<ParcelId, ParcelContent[]> {
  const proposed = new Map(boxes.map(({ id }): [ParcelId, ParcelContent[]] => [id, []]))
  for (const [temperature, ofTemperature] of Map.groupBy(lines, (line) => line.temperature)) {
    const same = boxes.filter((box) => box.temperature === temperature)
    const into = same.length > 0 ? same : boxes.slice(-1)
    for (const [index, contents] of planned(ofTemperature, facts).entries()) {
      const box = into[Math.min(index, into.length - 1)]
      if (box) for (const content of contents) add(proposed.get(box.id) ?? [], content)
    }
  }
  return proposed
}

function planned(lines: readonly OrderLine[], facts: PackFacts): ParcelContent[][] {
  const going = lines.flatMap((line) => {
    const qty = countToSend(line)
    return qty > 0 ? [{ line, qty }] : []
  })
  const plan = planParcels(
    going.map(({ line, qty }) => ({
      lineKey: line.id,
      temperature: line.temperature,
      sizePoints: facts.get(line.id)?.sizePoints ?? 0,
      grossGrams: facts.get(line.id)?.grossGrams ?? noGrams,
      ownCarton: facts.get(line.id)?.ownCarton ?? false,
      count: qty,
    })),
  )
  if (!plan.ok) return [going.map(({ line, qty }) => ({ lineId: line.id, qty }))]
  return plan.value.map(({ contents }) =>
    contents.flatMap(({ lineKey, count }) => {
      const line = going.find(({ line }) => line.id === lineKey)?.line
      return line ? [{ lineId: line.id, qty: count }] : []
    }),
  )
}

const noGrams = grams(0)

function add(contents: ParcelContent[], { lineId, qty }: ParcelContent): void {
  const known = contents.find((content) => content.lineId === lineId)
  if (known) known.qty += qty
  else contents.push({ lineId, qty })
}

/**
 * What was arranged, after other quantities were packed: less is taken out of the last parcels, more goes into the last
 * one that has the line, or the first of its temperature.
 */
export function contentsAfter(
  boxes: readonly Pick<Parcel, 'id' | 'temperature' | 'contents'>[],
  lines: readonly OrderLine[],
): Map<ParcelId, ParcelContent[]> {
  const after = new Map(boxes.map(({ id, contents }) => [id, contents.map((it) => ({ ...it }))]))
  for (const line of lines) {
    let left = countToSend(line)
    for (const { id } of boxes)
      for (const content of after.get(id) ?? [])
        if (content.lineId === line.id) {
          content.qty = Math.min(content.qty, left)
          left -= content.qty
        }
    const into =
      boxes.findLast(({ contents }) => contents.some(({ lineId }) => lineId === line.id)) ??
      boxes.find(({ temperature }) => temperature === line.temperature) ??
      boxes[0]
    if (left > 0 && into) add(after.get(into.id) ?? [], { lineId: line.id, qty: left })
  }
  return new Map([...after].map(([id, contents]) => [id, contents.filter(({ qty }) => qty > 0)]))
}
