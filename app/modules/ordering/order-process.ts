import { addDays, addHours, type JstDate, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { ActorKind, OrderState } from '#kernel/words.ts'

/**
 * How an order lives, as data. Guards, buttons, timers, the API's refusals and the
 * documentation are read from here, so they cannot disagree. Two transitions may share one
 * press: 箱づめした says what is short and what it weighs, 受け取りを終える delivers and inspects.
 *
 * The numbers are those of docs/order-process.md. A transition that is not in this table
 * does not happen.
 */

/** The moments of an order at which windows close and timers fire. */
export type OrderMoment = 'cutoffAt' | 'answerDueAt' | 'packAt' | 'assumedDeliveredAt' | 'inspectDueAt'

/** What only the lines and the boxes can tell; order-guards.ts runs them by these names. */
export type Guard =
  | 'something_confirmed'
  | 'something_shipped'
  | 'catch_weight_weighed'
  | 'lots_named'
  | 'parcels_tracked'

export type TransitionRule = {
  /** Number in the table of docs/order-process.md. */
  readonly no: string
  readonly from: readonly OrderState[]
  readonly to: OrderState
  readonly by: readonly ActorKind[]
  /** Allowed up to and including this moment. */
  readonly until?: OrderMoment
  /** The system does it by itself at this moment, and not before. */
  readonly at?: OrderMoment
  readonly guards?: readonly Guard[]
  readonly needsReason?: true
  /** The words on the button; where only the system acts, the verb of the documentation. */
  readonly button: string
  /** The same transition with less than was asked for has a button of its own. */
  readonly buttonForLess?: string
  /** The sentence in the history. */
  readonly told: string
}

export const orderProcess = {
  place: {
    no: '1',
    from: ['draft'],
    to: 'placed',
    by: ['buyer'],
    until: 'cutoffAt',
    button: 'この内容で注文する',
    told: '注文しました',
  },
  request: {
    no: '1a',
    from: ['draft'],
    to: 'pending_approval',
    by: ['buyer'],
    until: 'cutoffAt',
    button: '店長に承認を頼む',
    told: '店長に承認を頼みました',
  },
  approve: {
    no: '1b',
    from: ['pending_approval'],
    to: 'placed',
    by: ['buyer_approver'],
    until: 'cutoffAt',
    button: '承認して注文する',
    told: '店長が承認して、注文しました',
  },
  sendBack: {
    no: '1c',
    from: ['pending_approval'],
    to: 'draft',
    by: ['buyer_approver'],
    needsReason: true,
    button: '差し戻す',
    told: '店長が差し戻しました',
  },
  withdraw: {
    no: '1d',
    from: ['pending_approval'],
    to: 'draft',
    by: ['buyer'],
    button: '承認の頼みを取り下げる',
    told: '承認の頼みを取り下げました',
  },
  lapse: {
    no: '1e',
    from: ['pending_approval'],
    to: 'draft',
    by: ['system'],
    at: 'cutoffAt',
    button: '下書きにもどす',
    told: '締切までに承認されなかったので、下書きにもどりました',
  },
  accept: {
    no: '3',
    from: ['placed'],
    to: 'accepted',
    by: ['farm', 'system'],
    until: 'answerDueAt',
    guards: ['something_confirmed'],
    button: 'ぜんぶ受ける',
    buttonForLess: 'この数で受ける',
    told: '受注が確定しました',
  },
  decline: {
    no: '4',
    from: ['placed'],
    to: 'declined',
    by: ['farm'],
    until: 'answerDueAt',
    needsReason: true,
    button: 'この注文を辞退する',
    told: '農園が辞退しました',
  },
  expire: {
    no: '5',
    from: ['placed'],
    to: 'expired',
    by: ['system'],
    at: 'answerDueAt',
    button: '期限切れにする',
    told: '答える時刻をすぎたので、期限切れになりました',
  },
  cancel: {
    no: '9',
    from: ['placed', 'accepted'],
    to: 'cancelled',
    by: ['buyer'],
    until: 'cutoffAt',
    button: 'この注文を取り消す',
    told: '注文を取り消しました',
  },
  prepare: {
    no: '11',
    from: ['accepted'],
    to: 'preparing',
    by: ['farm', 'system'],
    at: 'packAt',
    button: '箱づめをはじめる',
    told: '出荷の準備をはじめました',
  },
  short: {
    no: '12',
    from: ['preparing'],
    to: 'preparing',
    by: ['farm'],
    needsReason: true,
    button: '箱づめした',
    told: '送る数が足りません',
  },
  weigh: {
    no: '13',
    from: ['preparing'],
    to: 'preparing',
    by: ['farm'],
    button: '箱づめした',
    told: '重さを量りました',
  },
  ship: {
    no: '15',
    from: ['preparing', 'partly_shipped'],
    to: 'shipped',
    by: ['farm', 'carrier'],
    guards: ['something_shipped', 'catch_weight_weighed', 'lots_named', 'parcels_tracked'],
    button: '発送した',
    told: '発送しました',
  },
  deliver: {
    no: '17',
    from: ['partly_shipped', 'shipped'],
    to: 'delivered',
    by: ['buyer', 'carrier', 'system'],
    at: 'assumedDeliveredAt',
    button: '届いた',
    told: '届きました',
  },
  inspect: {
    no: '19',
    from: ['delivered'],
    to: 'inspected',
    by: ['buyer', 'system'],
    at: 'inspectDueAt',
    button: '受け取りを終える',
    told: '検収しました',
  },
  finalize: {
    no: '21',
    from: ['inspected'],
    to: 'finalized',
    by: ['system'],
    button: '金額を確定する',
    told: '金額が確定しました',
  },
} as const satisfies Record<string, TransitionRule>

export type TransitionName = keyof typeof orderProcess
export const transitionNames = Object.keys(orderProcess) as TransitionName[]
export const ruleOf = (name: TransitionName): TransitionRule => orderProcess[name]

/** What the process must know of an order to judge a transition. */
export type OrderFacts = {
  state: OrderState
  deliveryOn: JstDate
  cutoffAt: Date
  answerDueAt: Date
  packAt: Date
  deliveredAt: Date | null
  inspectHours: number
}

export type ProcessRefusal = 'wrong_state' | 'wrong_actor' | 'too_late' | 'too_early' | 'reason_missing'

/** Judges who, from where and when; what only the lines can tell, its guards judge (order-guards.ts). */
export function judge(
  order: OrderFacts,
  name: TransitionName,
  by: ActorKind,
  now: Date,
): Result<TransitionRule, ProcessRefusal> {
  const rule = ruleOf(name)
  if (!rule.by.includes(by)) return refuse('wrong_actor')
  if (!rule.from.includes(order.state)) return refuse('wrong_state', { state: order.state })
  if (rule.until && now > momentOfOrder(order, rule.until)) return refuse('too_late', { moment: rule.until })
  if (rule.at && by === 'system' && now < momentOfOrder(order, rule.at)) return refuse('too_early', { moment: rule.at })
  return ok(rule)
}

/** The moment by name. Without a word from anybody a parcel counts as delivered at the end of the day after its day. */
export function momentOfOrder(order: OrderFacts, moment: OrderMoment): Date {
  switch (moment) {
    case 'cutoffAt':
    case 'answerDueAt':
    case 'packAt':
      return order[moment]
    case 'assumedDeliveredAt':
      return momentOf(addDays(order.deliveryOn, 1), 24 * 60)
    case 'inspectDueAt':
      return addHours(order.deliveredAt ?? momentOf(addDays(order.deliveryOn, 1), 24 * 60), order.inspectHours)
  }
}

/** The transition that the system takes next by itself, and when; null where only people can move the order. */
export function nextTimer(order: OrderFacts): { name: TransitionName; at: Date } | null {
  const due = transitionNames.flatMap((name) => {
    const rule = ruleOf(name)
    return rule.at && rule.from.includes(order.state) ? [{ name, at: momentOfOrder(order, rule.at) }] : []
  })
  return due.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

/** The buttons of a person: everything they could do from this state, with the reason where it is refused now. */
export function actionsFor(order: OrderFacts, by: ActorKind, now: Date) {
  return transitionNames.flatMap((name) => {
    const rule = ruleOf(name)
    if (!rule.by.includes(by) || !rule.from.includes(order.state)) return []
    const judged = judge(order, name, by, now)
    return [{ name, button: rule.button, refusal: judged.ok ? null : judged.refusal }]
  })
}

/** States in which nothing is owed: no goods moved. */
export const deadStates: readonly OrderState[] = ['draft', 'declined', 'expired', 'cancelled']
