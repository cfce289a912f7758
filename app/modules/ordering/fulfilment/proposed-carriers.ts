import { knownCarrier } from '#modules/delivery/carrier-word.ts'
import type { UsedCarrier } from '#modules/ordering/order.ts'

/** `chosen`: for the order, on the page of labels. `usual`: of the farm's settings, which state one of the carriers that we know. */
type Meant = { chosen: string | null; usual: string | null }

/**
 * The carriers with which an order is proposed to leave, the most likely one first: the one it is meant for, then those that the
 * farm has used. A carrier by name cannot be the usual one of the settings, so one that was used last is proposed again.
 */
export function proposedFirst(used: readonly UsedCarrier[], { chosen, usual }: Meant): UsedCarrier[] {
  const [last] = used
  const lastByName = last && !knownCarrier(last.carrier) ? last.carrier : null
  const first = chosen ?? lastByName ?? usual
  if (first === null) return [...used]
  const known = used.find(({ carrier }) => carrier === first) ?? { carrier: first, trackingPage: null }
  return [known, ...used.filter(({ carrier }) => carrier !== first)]
}
