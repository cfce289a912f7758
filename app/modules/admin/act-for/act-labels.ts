import type { TransitionName } from '#modules/ordering/order-process.ts'

/** For whom staff do a step that was asked for by telephone; `staff` for their own steps. */
export type ActSide = 'farm' | 'restaurant' | 'staff'

/**
 * Each step that staff can do from the page of an order: on whose behalf, and what the form asks besides the reason.
 */
export const actSteps = {
  accept: { side: 'farm', name: 'accept' },
  keep: { side: 'farm', name: 'keep' },
  decline: { side: 'farm', name: 'decline' },
  prepare: { side: 'farm', name: 'prepare' },
  agreeCancel: { side: 'farm', name: 'agreeCancel' },
  refuseCancel: { side: 'farm', name: 'refuseCancel' },
  ship: { side: 'farm', name: 'ship' },
  dropRest: { side: 'farm', name: 'dropRest' },
  giveUp: { side: 'farm', name: 'giveUp' },
  agree: { side: 'restaurant', name: 'agree' },
  turnDown: { side: 'restaurant', name: 'turnDown' },
  cancel: { side: 'restaurant', name: 'cancel' },
  askCancel: { side: 'restaurant', name: 'askCancel' },
  receive: { side: 'restaurant', name: 'inspect' },
  sendParcelBack: { side: 'staff', name: 'sendParcelBack' },
  overrule: { side: 'staff', name: 'overrule' },
} as const satisfies Record<string, { side: ActSide; name: TransitionName }>

export type ActStep = keyof typeof actSteps
export const isActStep = (text: string | null): text is ActStep => text !== null && Object.hasOwn(actSteps, text)

export const sideWord: Record<ActSide, string> = { farm: '農園', restaurant: '飲食店', staff: '運営' }
