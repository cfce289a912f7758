import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { splitByPoints } from '#modules/runs/shared-freight.ts'

/** A kitchen's goods in the box: their size points, and what they alone would cost to the same place. */
export type Sharer = { key: string; points: number; aloneYen: Yen }

/**
 * Divides the freight of a box among kitchens by size points to the yen (largest remainder); none pays more than its goods
 * alone would cost, and what exceeds that is divided among the others. The result does not depend on the order of the
 * list, and its sum is the freight, which is never above the sum of what each would cost alone.
 */
export function splitGroupFreight(boxYen: Yen, sharers: readonly Sharer[]): { wholeYen: Yen; parts: Map<string, Yen> } {
  const wholeYen = yen(Math.min(boxYen, sumYen(sharers.map(({ aloneYen }) => aloneYen))))
  const parts = new Map<string, Yen>()
  let [left, open] = [wholeYen, [...sharers]]
  while (open.length > 0) {
    const split = splitByPoints(
      left,
      open.map(({ key, points }) => ({ key, points, boxes: 1 })),
    )
    const partOf = ({ key }: Sharer) => split.get(key) ?? yen(0)
    const above = open.filter((it) => partOf(it) > it.aloneYen)
    for (const it of above.length > 0 ? above : open) parts.set(it.key, above.length > 0 ? it.aloneYen : partOf(it))
    left = yen(left - sumYen(above.map(({ aloneYen }) => aloneYen)))
    open = above.length > 0 ? open.filter((it) => !above.includes(it)) : []
  }
  return { wholeYen, parts }
}
