import type { OrderState } from '#kernel/enums.ts'
import { ruleOf, type TransitionName } from './order-process.ts'

/** What a step changes about an order by itself, regardless of the actor and the step's other data. */
export type Moving = {
  state: OrderState
  acceptedAt: Date | null
  cancelAskedAt: Date | null
  deliveredAt: Date | null
  finalizedAt: Date | null
}

/** The order after a step: the only place that defines it, for the use cases and for replaying the log. */
export function applyTransition(order: Moving, name: TransitionName, at: Date): Moving {
  const { to } = ruleOf(name)
  return {
    state: to,
    deliveredAt: to === 'delivered' ? at : order.deliveredAt,
    // what is corrected later was already final
    finalizedAt: to === 'finalized' ? (order.finalizedAt ?? at) : order.finalizedAt,
    acceptedAt: to === 'accepted' ? (order.acceptedAt ?? at) : order.acceptedAt,
    // any other step answers the request, or makes it void
    cancelAskedAt: name === 'askCancel' ? at : null,
  }
}

/** The history's kind for each step. */
export const eventKind: Record<TransitionName, string> = {
  place: 'order_placed',
  request: 'order_approval_asked',
  approve: 'order_approved',
  sendBack: 'order_sent_back',
  withdraw: 'order_withdrawn',
  join: 'order_joined',
  lapse: 'order_lapsed',
  change: 'order_changed',
  reduce: 'order_reduced',
  accept: 'order_accepted',
  decline: 'order_declined',
  expire: 'order_expired',
  keep: 'order_kept',
  propose: 'order_proposed',
  cover: 'order_covered',
  agree: 'order_agreed',
  turnDown: 'order_turned_down',
  cancel: 'order_cancelled',
  askCancel: 'order_cancel_asked',
  agreeCancel: 'order_cancel_agreed',
  refuseCancel: 'order_cancel_refused',
  prepare: 'order_preparing',
  short: 'line_short',
  weigh: 'line_weighed',
  shipPart: 'order_partly_shipped',
  ship: 'order_shipped',
  dropRest: 'order_rest_dropped',
  giveUp: 'order_given_up',
  neverShipped: 'order_never_shipped',
  deliver: 'order_delivered',
  sendParcelBack: 'order_parcel_back',
  inspect: 'order_inspected',
  replace: 'order_replaced',
  finalize: 'order_finalized',
  close: 'order_closed',
  correct: 'order_corrected',
  overrule: 'order_overruled',
}
