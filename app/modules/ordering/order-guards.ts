import type { OrderLineId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type RefusalDetail, refuse } from '#kernel/result.ts'
import type { OrderLine, Parcel } from './order.ts'
import type { Guard } from './process/transition-rule.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'

export type GuardRefusal =
  | 'nothing_confirmed'
  | 'nothing_to_ship'
  | 'weight_missing'
  | 'lot_missing'
  | 'tracking_missing'
  | 'parcel_unsaid'
  | 'rest_too_late'
  | 'never_divided'

type Refused = { ok: false; refusal: GuardRefusal; detail?: RefusalDetail }

/** The facts for the guards; what a use case does not know yet counts as missing. */
export type GuardFacts = {
  /** How much of every line is to be confirmed, or to leave the farm. */
  moving: readonly { line: OrderLine; qty: number }[]
  /** The lots named for each line, and for how many of it. */
  lots?: ReadonlyMap<OrderLineId, readonly { qty: number }[]>
  /** The planned boxes, and whether each is sent. */
  boxes?: readonly { parcel: Pick<Parcel, 'id' | 'temperature' | 'tracked'>; sent: boolean }[]
  /** When the rest comes, and the days that the restaurant allows; empty: it does not accept parts. */
  rest?: { on: JstDate; days: readonly JstDate[] }
}

/** Checks the table's guards of a transition, beyond actor, state and time: the first refusal, or null. */
export function askGuards(name: TransitionName, facts: GuardFacts): Refused | null {
  for (const guard of ruleOf(name).guards ?? []) {
    const refusal = guards[guard](facts)
    if (refusal) return refusal
  }
  return null
}

const going = ({ moving }: GuardFacts) => moving.flatMap(({ line, qty }) => (qty > 0 ? [line] : []))

const guards: Record<Guard, (facts: GuardFacts) => Refused | null> = {
  something_confirmed: (facts) => (going(facts).length === 0 ? refuse('nothing_confirmed') : null),
  something_shipped: (facts) => (going(facts).length === 0 ? refuse('nothing_to_ship') : null),
  catch_weight_weighed: (facts) => {
    const unweighed = going(facts).find((line) => line.catchWeight && line.quantities.shipped === null)
    return unweighed ? refuse('weight_missing', { line: unweighed.id }) : null
  },
  /** Lots for fewer than are sent would leave the others without a harvest. */
  lots_named: ({ moving, lots }) => {
    const named = (id: OrderLineId) => (lots?.get(id) ?? []).reduce((sum, lot) => sum + lot.qty, 0)
    const unnamed = moving.find(({ line, qty }) => qty > 0 && named(line.id) !== qty)
    return unnamed ? refuse('lot_missing', { line: unnamed.line.id }) : null
  },
  /** Each temperature that is sent has a box that is sent. */
  parcels_tracked: (facts) => {
    const boxes = facts.boxes ?? []
    for (const { temperature } of going(facts)) {
      const planned = boxes.filter(({ parcel }) => parcel.temperature === temperature)
      if (planned.some(({ sent }) => sent)) continue
      const [first] = planned
      return refuse(
        first && !first.parcel.tracked ? 'parcel_unsaid' : 'tracking_missing',
        first ? { parcel: first.parcel.id } : {},
      )
    }
    return null
  },
  rest_in_time: ({ rest }) => {
    const last = rest?.days.at(-1)
    if (!last) return refuse('never_divided')
    return rest?.days.includes(rest.on) ? null : refuse('rest_too_late', { last })
  },
}
