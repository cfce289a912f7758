import { heldOf } from './held-of.ts'
import type { OrderLine, Parcel } from './order.ts'

/** Boxes that leave: those that were planned and not needed do not count. */
export const boxesOf = ({ parcels }: { parcels: readonly Pick<Parcel, 'unused'>[] }): number =>
  parcels.filter((parcel) => !parcel.unused).length

/** As many as are meant to leave, as far as that is settled now. */
export const countToSend = (line: Pick<OrderLine, 'quantities' | 'orderedBefore'>): number =>
  line.quantities.shipped?.qty ?? heldOf(line)
