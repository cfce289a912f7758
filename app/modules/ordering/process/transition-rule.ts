import type { ActorKind, OrderState } from '#kernel/enums.ts'

/**
 * What one row of the process of an order declares. Everything about a transition that is a fact and not code is in its
 * row; pages, permissions, the audit log, notifications, webhooks and the documentation read it there.
 */
export type TransitionRule = {
  /** Number in the table of docs/order-process.md. */
  readonly no: string
  readonly from: readonly OrderState[]
  readonly to: OrderState
  /** Who may take it; `order.<name>` in authorization/rules.ts asks exactly this. */
  readonly who: readonly OrderRole[]
  readonly window?: Window
  /** Allowed only after this moment. */
  readonly after?: OrderMoment
  /** Allowed up to and including this moment. */
  readonly until?: OrderMoment
  /** The system does it automatically at this moment, and not before (run-due-timers.server.ts). */
  readonly at?: OrderMoment
  readonly when?: Condition
  readonly guards?: readonly Guard[]
  readonly needsReason?: true
  /** The time of the order that it sets, unless an earlier step has. */
  readonly sets?: 'acceptedAt' | 'cancelAskedAt' | 'deliveredAt' | 'finalizedAt'
  /** The time of the order that it takes back. */
  readonly clears?: 'acceptedAt'
  /** What it does besides moving the order, in the same transaction. The use-case tests check it. */
  readonly effects: readonly Effect[]
  readonly tells: { readonly [P in Party]?: Telling }
  /** The label of the button; for automatic transitions, the verb of the documentation. */
  readonly button: string
  /** The button of the same transition with less than was asked for. */
  readonly buttonForLess?: string
  readonly byPhone?: ByPhone
  /** The kind of its event in the audit log. */
  readonly event: string
  /** What staff read for that kind in the audit log. */
  readonly label: string
  readonly icon: TimelineIcon
  /** The sentence in the history of the order. */
  readonly told: string
  /** It happens to one line: the history says the name of the line and this before the sentence. */
  readonly ofLine?: string
  /** In which group other programs receive its event; without one they do not. */
  readonly webhook?: OrderWebhookGroup
  /** The public name of its event, if it is not that of its kind. */
  readonly webhookName?: string
}

/** Who takes a step, and as whom the process and the log know them. */
export const actorOf = {
  buyer: 'buyer',
  /** Of a restaurant that may order. */
  trading_buyer: 'buyer',
  owner: 'buyer_approver',
  trading_owner: 'buyer_approver',
  /** Members of the farm who may make commitments. */
  farm: 'farm',
  /** Of a farm that may sell. */
  trading_farm: 'farm',
  /** Members of the farm who may pack. */
  packer: 'farm',
  staff: 'staff',
  /** Not by their own right: for a side that calls, within the rights of that side. */
  staff_by_phone: 'staff',
  system: 'system',
  /** Recorded as the cause; no caller is one. */
  carrier: 'carrier',
  instruction: 'instruction',
} as const satisfies Record<string, ActorKind>
export type OrderRole = keyof typeof actorOf

/** The moments of an order at which windows close and timers fire. */
export type OrderMoment =
  | 'cutoffAt'
  | 'answerDueAt'
  | 'packAt'
  | 'proposalDueAt'
  | 'answerUndoUntil'
  | 'acceptUndoUntil'
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
export type Condition =
  | 'answer_given'
  | 'just_accepted'
  | 'cancel_asked'
  | 'cancel_not_asked'
  | 'reschedule_asked'
  | 'reschedule_not_asked'
  | 'day_proposed'
  | 'accepted_before'
  | 'not_accepted_before'

/** Effects in the transaction of the transition. */
export const effectWord = {
  reserve: '在庫・収穫を確保する',
  reserve_difference: '増えた分を確保し、減った分を戻す',
  release: '確保した分を戻す',
  release_rest: '確定しなかった分を戻す',
  into_cart: 'かごに戻す',
  snapshot: '価格・税・手数料・送料・取消料を記録する',
  move_stock: '確保した収穫を、新しい出荷日の分に移す',
  old_harvest_gone: '元の出荷日の収穫は、販売に戻さない',
  replan_boxes: '個口と送料を再計算する',
  fit_freight: '送料を出荷する個口に合わせる（増やさない）',
  mark_change: '変更箇所にマークを付ける',
  confirmed: '確定数量を記録する',
  instruction: '欠品時の指示を適用する',
  ask_until: '回答期限を設定する',
  fee: '取消料（注文時に表示した割合）',
  no_fee: '取消料なし',
  shipped: '出荷数量と重さを記録する',
  not_back_to_stock: '傷みやすい商品の不足分は在庫に戻さない',
  no_second_freight: '送料を二重に請求しない',
  tracking: '送り状番号を記録する',
  promise_rest: '残りのお届け日を約束する',
  rest_dropped: '先に出荷した数量を出荷数量とする',
  start_inspection: '検収の期限を設定する',
  received: '受取数量を記録する',
  free: '商品代・送料が無料の注文を作成する',
  billed: '請求数量と手数料の行を確定する',
  claim_of_delivery: '「配送」の報告を作成する',
  counter_entry: '反対仕訳を計上する',
} as const
export type Effect = keyof typeof effectWord

export const partyWord = { restaurant: '飲食店', owner: '店長', farm: '農園', staff: '運営' } as const
export type Party = keyof typeof partyWord
export const parties = Object.keys(partyWord) as Party[]

/**
 * How a side hears of it, unless it did it itself. `mail`: at once, with this advice. `digest`: with everything else of
 * that minute, in these words. `own_mail`: the use case sends a message of its own. `page`: only where the order is
 * shown.
 */
type Telling = 'page' | 'own_mail' | { readonly mail: string } | { readonly digest: string }

/** Staff may do it for the side that asked for it by telephone, or as their own step. */
type ByPhone = {
  readonly for: 'farm' | 'restaurant' | 'staff'
  /** The label there, if it is not that of the side's own button. */
  readonly button?: string
  readonly danger?: true
}

export type TimelineIcon =
  | 'Ban'
  | 'CircleCheck'
  | 'ClipboardCheck'
  | 'Clock'
  | 'Package'
  | 'PackageOpen'
  | 'PencilLine'
  | 'Receipt'
  | 'Scale'
  | 'ShoppingBasket'
  | 'TriangleAlert'
  | 'Truck'
  | 'Undo2'

export type OrderWebhookGroup = 'orders' | 'deliveries'
