import type { FreightLine } from '#modules/delivery/freight.ts'
import type { Parcel } from './order.ts'

type Box = Pick<Parcel, 'id' | 'ordinal' | 'temperature' | 'freightYen' | 'coolYen'>

export type Fitted<B extends Box = Box> = {
  kept: readonly { box: B; as: FreightLine }[]
  unneeded: readonly B[]
  /** What comes instead needs a temperature that was not planned. */
  extra: readonly FreightLine[]
}

const costOf = (boxes: readonly Pick<FreightLine, 'freightYen' | 'coolYen'>[]): number =>
  boxes.reduce((sum, { freightYen, coolYen }) => sum + freightYen + coolYen, 0)

/**
 * Freight follows what ships: the boxes of an order, fitted to the smaller plan. Null if it costs no less: a farm that
 * falls short never makes the freight dearer than agreed.
 */
export function fitBoxes<B extends Box>(boxes: readonly B[], planned: readonly FreightLine[]): Fitted<B> | null {
  if (costOf(planned) >= costOf(boxes)) return null
  const left = [...planned]
  const kept: { box: B; as: FreightLine }[] = []
  const unneeded: B[] = []
  for (const box of boxes.toSorted((a, b) => a.ordinal - b.ordinal)) {
    const next = left.findIndex(({ temperature }) => temperature === box.temperature)
    const [as] = next < 0 ? [] : left.splice(next, 1)
    if (as) kept.push({ box, as })
    else unneeded.push(box)
  }
  return { kept, unneeded, extra: left }
}
