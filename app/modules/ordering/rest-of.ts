import type { OrderState } from '#kernel/enums.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import type { OrderLine } from './order.ts'
import type { PartialShipment } from './partial-shipment.server.ts'

/** How many of a line leave in all. */
export const due = ({ quantities }: OrderLine) => (quantities.shipped ?? quantities.confirmed)?.qty ?? 0

const leftOf = (line: OrderLine, left: PartialShipment) => left.get(line.id)?.qty ?? 0

/** How many of a line have still to leave. */
export const restOf = (line: OrderLine, left: PartialShipment): number => due(line) - leftOf(line, left)

type Order = {
  state: OrderState
  lines: readonly OrderLine[]
  /** The harvests that were named while packing. */
  lots: ReadonlyMap<OrderLineId, unknown>
  left: PartialShipment
}

/** The lines of which the harvest has still to be named before they leave. */
export const linesToPack = ({ state, lines, lots, left }: Order): OrderLine[] =>
  lines.filter((line) => (state === 'partly_shipped' ? restOf(line, left) > 0 : due(line) > 0 && !lots.has(line.id)))
