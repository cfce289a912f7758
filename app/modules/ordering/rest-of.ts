import type { OrderLine } from './order.ts'
import type { PartialShipment } from './partial-shipment.server.ts'

/** How many of a line leave in all. */
export const due = ({ quantities }: OrderLine) => (quantities.shipped ?? quantities.confirmed)?.qty ?? 0

const leftOf = (line: OrderLine, left: PartialShipment) => left.get(line.id)?.qty ?? 0

/** How many of a line have still to leave. */
export const restOf = (line: OrderLine, left: PartialShipment): number => due(line) - leftOf(line, left)
