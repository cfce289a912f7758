import type { PaperBox, PaperLine, PaperOrder } from './day-orders.server.ts'

/**
 * What lies in a parcel. Where the farm has not said it: all goods of its temperature, and how many parcels they are shared
 * by. The weight of a part of a line is not known.
 */
export function linesInBox({ boxes, lines }: Pick<PaperOrder, 'boxes' | 'lines'>, box: PaperBox) {
  if (boxes.every(({ contents }) => contents.length === 0)) {
    const { temperature } = box
    return {
      lines: lines.filter((line) => line.temperature === temperature),
      boxes: boxes.filter((it) => it.temperature === temperature).length,
    }
  }
  return {
    lines: lines.flatMap((line): PaperLine[] => {
      const qty = box.contents.find(({ lineId }) => lineId === line.id)?.qty ?? 0
      return qty > 0 ? [{ ...line, qty, grams: null }] : []
    }),
    boxes: 1,
  }
}
