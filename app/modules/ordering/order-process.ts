import { type ActorKind, endedStates, type OrderState } from '#kernel/enums.ts'
import { addDays, addHours, type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

/**
 * The process of an order, as data. Guards, buttons, timers, the API's refusals and the documentation are derived from
 * it, so they cannot disagree. Two transitions may share one press: 箱づめした states shortages and weights, 受け取りを終える
 * delivers and inspects. What each does, and who is notified, is in order-effects.ts; the process of a claim in
 * claim-process.ts.
 *
 * The numbers are those of docs/order-process.md. Transitions that are not in this table cannot happen.
 */

/** The moments of an order at which windows close and timers fire. */
export type OrderMoment =
  | 'cutoffAt'
  | 'answerDueAt'
  | 'packAt'
  | 'proposalDueAt'
  | 'neverShippedAt'
  | 'restDueAt'
  | 'assumedDeliveredAt'
  | 'inspectDueAt'
  | 'closesAt'

/**
 * What a cancellation costs, by when it is requested. W1: nothing. W2: the farm is asked, for the fee shown on the page
 * of the order. W3: only force majeure ends it. W4: it is on its way; defects are claims.
 */
export type Window = 'W1' | 'W2' | 'W3' | 'W4'

/** Conditions that depend on the lines and the boxes; order-guards.ts runs them by these names. */
export type Guard =
  | 'something_confirmed'
  | 'something_shipped'
  | 'catch_weight_weighed'
  | 'lots_named'
  | 'parcels_tracked'
  | 'rest_in_time'

/** Conditions on the order itself, besides its state. */
export type Condition = 'cancel_asked' | 'cancel_not_asked' | 'accepted_before' | 'not_accepted_before'

export type TransitionRule = {
  /** Number in the table of docs/order-process.md. */
  readonly no: string
  readonly from: readonly OrderState[]
  readonly to: OrderState
  readonly by: readonly ActorKind[]
  readonly window?: Window
  /** Allowed only after this moment. */
  readonly after?: OrderMoment
  /** Allowed up to and including this moment. */
  readonly until?: OrderMoment
  /** The system does it automatically at this moment, and not before. */
  readonly at?: OrderMoment
  readonly when?: Condition
  readonly guards?: readonly Guard[]
  readonly needsReason?: true
  /** The label of the button; for automatic transitions, the verb of the documentation. */
  readonly button: string
  /** The button of the same transition with less than was asked for. */
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
  join: {
    no: '1f',
    from: ['pending_approval'],
    to: 'draft',
    by: ['buyer_approver'],
    until: 'cutoffAt',
    button: '承認して、同じ日の注文にまとめる',
    told: '店長が承認して、同じ日の注文にまとめました',
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
  change: {
    no: '2',
    from: ['placed', 'accepted'],
    to: 'placed',
    by: ['buyer'],
    window: 'W1',
    until: 'cutoffAt',
    button: 'この内容に変える',
    told: '注文の内容を変えました',
  },
  reduce: {
    no: '2a',
    from: ['accepted'],
    to: 'accepted',
    by: ['buyer'],
    window: 'W1',
    until: 'cutoffAt',
    button: 'この内容に変える',
    told: '注文の数をへらしました',
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
    when: 'not_accepted_before',
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
    when: 'not_accepted_before',
    button: '期限切れにする',
    told: '答える時刻をすぎたので、期限切れになりました',
  },
  keep: {
    no: '5a',
    from: ['placed'],
    to: 'accepted',
    by: ['farm', 'system'],
    at: 'answerDueAt',
    when: 'accepted_before',
    button: 'ふえた分はことわる',
    told: 'ふえた分は受けられず、前に確定した数のままになりました',
  },
  propose: {
    no: '6',
    from: ['placed', 'accepted'],
    to: 'proposed',
    by: ['farm', 'system'],
    until: 'packAt',
    button: 'お店に聞く',
    told: '出せる数が足りないので、お店に聞いています',
  },
  cover: {
    no: '6a',
    from: ['accepted'],
    to: 'accepted',
    by: ['farm', 'system'],
    until: 'packAt',
    button: 'この数にする',
    told: '出せる数がへり、お店の指示のとおりにしました',
  },
  agree: {
    no: '7',
    from: ['proposed'],
    to: 'accepted',
    by: ['buyer', 'instruction', 'system'],
    at: 'proposalDueAt',
    button: 'この内容で答える',
    told: '変更の内容が決まりました',
  },
  turnDown: {
    no: '8',
    from: ['proposed'],
    to: 'cancelled',
    by: ['buyer', 'instruction', 'system'],
    button: 'この農園の注文をやめる',
    told: '出せる数が足りないので、注文をやめました',
  },
  cancel: {
    no: '9',
    from: ['placed', 'accepted'],
    to: 'cancelled',
    by: ['buyer'],
    window: 'W1',
    until: 'cutoffAt',
    button: 'この注文を取り消す',
    told: '注文を取り消しました',
  },
  askCancel: {
    no: '10',
    from: ['accepted'],
    to: 'accepted',
    by: ['buyer'],
    window: 'W2',
    after: 'cutoffAt',
    until: 'packAt',
    when: 'cancel_not_asked',
    button: '取り消しを農園に頼む',
    told: '取り消しを農園に頼みました',
  },
  agreeCancel: {
    no: '10a',
    from: ['accepted'],
    to: 'cancelled',
    by: ['farm'],
    window: 'W2',
    until: 'packAt',
    when: 'cancel_asked',
    button: '取り消しに応じる',
    told: '農園が取り消しに応じました',
  },
  refuseCancel: {
    no: '10b',
    from: ['accepted'],
    to: 'accepted',
    by: ['farm'],
    window: 'W2',
    until: 'packAt',
    when: 'cancel_asked',
    button: '取り消さずに送る',
    told: '農園は、取り消さずに送ります',
  },
  prepare: {
    no: '11',
    from: ['accepted'],
    to: 'preparing',
    by: ['farm', 'system'],
    window: 'W3',
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
  shipPart: {
    no: '14',
    from: ['preparing'],
    to: 'partly_shipped',
    by: ['farm'],
    guards: ['something_shipped', 'catch_weight_weighed', 'lots_named', 'parcels_tracked', 'rest_in_time'],
    button: 'ある分だけ先に発送した',
    told: '一部を先に発送しました',
  },
  ship: {
    no: '15',
    from: ['preparing', 'partly_shipped'],
    to: 'shipped',
    by: ['farm', 'carrier'],
    window: 'W4',
    guards: ['something_shipped', 'catch_weight_weighed', 'lots_named', 'parcels_tracked'],
    button: '発送した',
    told: '発送しました',
  },
  dropRest: {
    no: '15a',
    from: ['partly_shipped'],
    to: 'shipped',
    by: ['farm', 'system'],
    window: 'W4',
    at: 'restDueAt',
    needsReason: true,
    button: '残りは送れなくなった',
    told: '残りは送られず、先に送った分だけになりました',
  },
  giveUp: {
    no: '16',
    from: ['preparing'],
    to: 'cancelled',
    by: ['farm', 'staff'],
    window: 'W3',
    needsReason: true,
    button: 'この注文は送れなくなった',
    told: '災害などで送れなくなり、取り消しになりました',
  },
  neverShipped: {
    no: '16a',
    from: ['preparing'],
    to: 'cancelled',
    by: ['system'],
    at: 'neverShippedAt',
    button: '発送がないので取り消す',
    told: 'お届けの日をすぎても発送がなかったので、取り消しになりました',
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
  sendParcelBack: {
    no: '18',
    from: ['shipped', 'delivered'],
    to: 'sent_back',
    by: ['carrier', 'staff'],
    needsReason: true,
    button: '返送になった',
    told: '荷物が農園にもどりました',
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
  replace: {
    no: '20a',
    from: ['draft'],
    to: 'accepted',
    by: ['system'],
    button: 'かわりの品を送る',
    told: '申し出のかわりの品を、無料で送ることになりました',
  },
  finalize: {
    no: '21',
    from: ['inspected'],
    to: 'finalized',
    by: ['system'],
    button: '金額を確定する',
    told: '金額が確定しました',
  },
  close: {
    no: '21a',
    from: ['inspected'],
    to: 'finalized',
    by: ['system'],
    at: 'closesAt',
    button: '締め日に金額を確定する',
    told: '締め日がきたので、金額が確定しました',
  },
  correct: {
    no: '22',
    from: ['finalized'],
    to: 'finalized',
    by: ['staff', 'system'],
    needsReason: true,
    button: '修正の伝票をつくる',
    told: '修正の伝票ができました',
  },
  overrule: {
    no: '23',
    from: [
      'pending_approval',
      'placed',
      'accepted',
      'proposed',
      'preparing',
      'partly_shipped',
      'shipped',
      'delivered',
      'inspected',
    ],
    to: 'cancelled',
    by: ['staff'],
    needsReason: true,
    button: '運営が取り消す',
    told: '運営が取り消しました',
  },
} as const satisfies Record<string, TransitionRule>

export type TransitionName = keyof typeof orderProcess
export const transitionNames = Object.keys(orderProcess) as TransitionName[]
export const ruleOf = (name: TransitionName): TransitionRule => orderProcess[name]

/** The facts about an order that the process needs to check a transition. */
export type OrderFacts = {
  state: OrderState
  deliveryOn: JstDate
  cutoffAt: Date
  answerDueAt: Date
  packAt: Date
  deliveredAt: Date | null
  inspectHours: number
  /** Until when the farm's question can be answered; only while there is one. */
  proposalDueAt?: Date | null
  /** When the restaurant asked to cancel, while that is unanswered. */
  cancelAskedAt?: Date | null
  /** By when the rest of it arrives, while a part of it has left. */
  restOn?: JstDate | null
  /** When the farm first accepted it. */
  acceptedAt?: Date | null
}

export type ProcessRefusal =
  | 'wrong_state'
  | 'wrong_actor'
  | 'too_late'
  | 'too_early'
  | 'reason_missing'
  | 'cancel_asked_already'
  | 'cancel_not_asked'
  | 'accepted_already'
  | 'never_accepted'

/** Checks actor, state and time; conditions on the lines are checked by the guards (order-guards.ts). */
export function checkTransition(
  order: OrderFacts,
  name: TransitionName,
  by: ActorKind,
  now: Date,
): Result<TransitionRule, ProcessRefusal> {
  const rule = ruleOf(name)
  if (!rule.by.includes(by)) return refuse('wrong_actor')
  if (!rule.from.includes(order.state)) return refuse('wrong_state', { state: order.state })
  if (rule.when && !conditions[rule.when].holds(order)) return refuse(conditions[rule.when].refusal)
  if (rule.after && now <= momentOfOrder(order, rule.after)) return refuse('too_early', { moment: rule.after })
  if (rule.until && now > momentOfOrder(order, rule.until)) return refuse('too_late', { moment: rule.until })
  if (rule.at && by === 'system' && now < momentOfOrder(order, rule.at)) return refuse('too_early', { moment: rule.at })
  return ok(rule)
}

const conditions: Record<Condition, { holds: (order: OrderFacts) => boolean; refusal: ProcessRefusal }> = {
  cancel_asked: { holds: ({ cancelAskedAt }) => Boolean(cancelAskedAt), refusal: 'cancel_not_asked' },
  cancel_not_asked: { holds: ({ cancelAskedAt }) => !cancelAskedAt, refusal: 'cancel_asked_already' },
  accepted_before: { holds: ({ acceptedAt }) => Boolean(acceptedAt), refusal: 'never_accepted' },
  not_accepted_before: { holds: ({ acceptedAt }) => !acceptedAt, refusal: 'accepted_already' },
}

/**
 * The moment by name, in Japan. Without a confirmation a parcel counts as delivered at the end of the day after its
 * day, and an order that is still being packed at the end of the second day after it counts as never sent. Both are our
 * choice. If a part was sent first, the day promised for the rest applies; a rest that has not left by then is dropped.
 */
export function momentOfOrder(order: OrderFacts, moment: OrderMoment): Date {
  const endOfDayAfter = (days: number) => momentOf(addDays(order.restOn ?? order.deliveryOn, days), 24 * 60)
  switch (moment) {
    case 'cutoffAt':
    case 'answerDueAt':
    case 'packAt':
      return order[moment]
    case 'proposalDueAt':
      return order.proposalDueAt ?? order.packAt
    case 'neverShippedAt':
      return endOfDayAfter(2)
    case 'restDueAt':
      return endOfDayAfter(0)
    case 'assumedDeliveredAt':
      return endOfDayAfter(1)
    case 'inspectDueAt':
      return addHours(order.deliveredAt ?? endOfDayAfter(1), order.inspectHours)
    case 'closesAt':
      return endOfMonth(jstDateOf(order.deliveredAt ?? endOfDayAfter(1)))
  }
}

/** Three days after the month: by then deliveries of its last day have been inspected. */
function endOfMonth(day: JstDate): Date {
  const next = addDays(jstDate(`${day.slice(0, 7)}-01`), 31).slice(0, 7)
  return addHours(momentOf(jstDate(`${next}-01`), 0), 72)
}

/** The next automatic transition, and when; null if the order has ended. */
export function nextTimer(order: OrderFacts): { name: TransitionName; at: Date } | null {
  const due = transitionNames.flatMap((name) => {
    const rule = ruleOf(name)
    if (!rule.at || !rule.from.includes(order.state)) return []
    if (rule.when && !conditions[rule.when].holds(order)) return []
    return [{ name, at: momentOfOrder(order, rule.at) }]
  })
  return due.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

/** The buttons for an actor: everything they could do from this state, with the reason where it is refused now. */
export function actionsFor(order: OrderFacts, by: ActorKind, now: Date) {
  return transitionNames.flatMap((name) => {
    const rule = ruleOf(name)
    if (!rule.by.includes(by) || !rule.from.includes(order.state)) return []
    // transitions whose condition is not met have no button; those too late or too early say so
    if (rule.when && !conditions[rule.when].holds(order)) return []
    const judged = checkTransition(order, name, by, now)
    return [{ name, button: rule.button, refusal: judged.ok ? null : judged.refusal }]
  })
}

/** What the buyer may still do, and what it costs, by when they ask. Null: the order has ended. */
export function windowOf(order: OrderFacts, now: Date): Window | null {
  if (order.state === 'placed' || order.state === 'accepted' || order.state === 'proposed')
    return now <= order.cutoffAt ? 'W1' : 'W2'
  if (order.state === 'preparing') return 'W3'
  return endedStates.some((ended) => ended === order.state) ? null : 'W4'
}

/** States in which nothing is owed: no products were delivered. */
export const deadStates: readonly OrderState[] = ['draft', 'declined', 'expired', 'cancelled']
