import type { OrderState } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'

/**
 * `late`: should have arrived before; `here`: on its way or arrived, to be received in one go; `waiting`: has not left
 * the farm, or waits for its rest; `done`: received.
 */
export type ArrivalGroup = 'late' | 'here' | 'waiting' | 'done'

type Due = { state: OrderState; deliveryOn: JstDate; restOn: JstDate | null }

/** The day on which the last of an order arrives: that of the rest, if it was divided. */
export const arrivesOn = ({ deliveryOn, restOn }: Omit<Due, 'state'>): JstDate => restOn ?? deliveryOn

/** Where an order stands on the page of a day. */
export function arrivalGroupOf(order: Due, day: JstDate): ArrivalGroup {
  switch (order.state) {
    case 'shipped':
    case 'delivered':
      return arrivesOn(order) < day ? 'late' : 'here'
    case 'inspected':
    case 'finalized':
      return 'done'
    default:
      return 'waiting'
  }
}
