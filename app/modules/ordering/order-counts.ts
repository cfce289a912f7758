import type { OrderLine, Parcel } from './order.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** The number of boxes that leave; planned ones that were not needed do not count. */
export const boxesOf = ({ parcels }: { parcels: readonly Pick<Parcel, 'unused'>[] }): number =>
  parcels.filter((parcel) => !parcel.unused).length

/** How many are to be sent, as far as is settled now. */
export const countToSend = (line: Pick<OrderLine, 'quantities' | 'orderedBefore'>): number =>
  line.quantities.shipped?.qty ?? reservedQuantity(line)
