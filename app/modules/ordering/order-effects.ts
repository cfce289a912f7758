import type { TransitionName } from './order-process.ts'

/**
 * What every transition does besides moving the order, and whom it notifies: the columns of the table that no page
 * needs. docs/order-process.md is generated from it. The use-case tests check the effects (answers-and-timers,
 * order-changes, shortages); parties are notified on their pages, and by mail where the outbox has a template.
 */

/** Effects in the transaction of the transition. */
export const effectWord = {
  reserve: '在庫・収穫を押さえる',
  reserve_difference: 'ふえた分を押さえ、へった分を返す',
  release: '押さえた分を返す',
  release_rest: '確定しなかった分を返す',
  into_cart: 'かごにもどす',
  snapshot: '値段・税・手数料・送料・取消料を書きとめる',
  replan_boxes: '箱と送料を組みなおす',
  mark_change: '変わったところに印をつける',
  confirmed: '確定の数を書く',
  instruction: '欠品時の指示を働かせる',
  ask_until: '答えを待つ時刻を決める',
  fee: '取消料（注文のときに示した割合）',
  no_fee: '取消料なし',
  shipped: '出荷の数と重さを書く',
  not_back_to_stock: '傷みやすい不足分は在庫にもどさない',
  no_second_freight: '二つめの送料はとらない',
  tracking: '送り状番号を書く',
  promise_rest: '残りの日を約束する',
  rest_dropped: '先に送った数を、出荷の数にする',
  start_inspection: '検収の期限を決める',
  received: '受取の数を書く',
  free: '値段も送料もない注文をつくる',
  billed: '請求の数と手数料の行を固める',
  claim_of_delivery: '「配送」の申し出になる',
  counter_entry: '反対の仕訳を起こす',
} as const
export type Effect = keyof typeof effectWord

export const partyWord = { restaurant: '飲食店', owner: '店長', farm: '農園', staff: '運営' } as const
export type Party = keyof typeof partyWord

export type Consequence = { readonly effects: readonly Effect[]; readonly tells: readonly Party[] }

export const consequences: Record<TransitionName, Consequence> = {
  place: { effects: ['reserve', 'snapshot'], tells: ['farm'] },
  request: { effects: ['snapshot'], tells: ['owner'] },
  approve: { effects: ['reserve'], tells: ['restaurant', 'farm'] },
  sendBack: { effects: ['into_cart'], tells: ['restaurant'] },
  withdraw: { effects: ['into_cart'], tells: [] },
  join: { effects: ['reserve', 'replan_boxes', 'mark_change'], tells: ['restaurant', 'farm'] },
  lapse: { effects: ['into_cart'], tells: ['restaurant'] },
  change: { effects: ['reserve_difference', 'replan_boxes', 'mark_change'], tells: ['farm'] },
  reduce: { effects: ['reserve_difference', 'replan_boxes', 'mark_change'], tells: ['farm'] },
  accept: { effects: ['confirmed', 'release_rest', 'instruction'], tells: ['restaurant'] },
  decline: { effects: ['release'], tells: ['restaurant'] },
  expire: { effects: ['release'], tells: ['restaurant', 'staff'] },
  keep: { effects: ['confirmed', 'release_rest'], tells: ['restaurant'] },
  propose: { effects: ['ask_until'], tells: ['restaurant'] },
  cover: { effects: ['confirmed', 'release_rest', 'instruction'], tells: ['restaurant'] },
  agree: { effects: ['confirmed', 'release_rest', 'instruction'], tells: ['restaurant', 'farm'] },
  turnDown: { effects: ['release', 'no_fee'], tells: ['restaurant', 'farm'] },
  cancel: { effects: ['release', 'no_fee'], tells: ['farm'] },
  askCancel: { effects: [], tells: ['farm'] },
  agreeCancel: { effects: ['release', 'fee'], tells: ['restaurant'] },
  refuseCancel: { effects: [], tells: ['restaurant'] },
  prepare: { effects: [], tells: [] },
  short: { effects: ['shipped', 'instruction', 'not_back_to_stock'], tells: ['restaurant'] },
  weigh: { effects: ['shipped'], tells: [] },
  shipPart: { effects: ['promise_rest', 'tracking', 'no_second_freight'], tells: ['restaurant'] },
  ship: { effects: ['shipped', 'tracking'], tells: ['restaurant'] },
  dropRest: { effects: ['rest_dropped', 'not_back_to_stock'], tells: ['restaurant', 'farm'] },
  giveUp: { effects: ['release', 'no_fee'], tells: ['restaurant', 'staff'] },
  neverShipped: { effects: ['release', 'no_fee'], tells: ['restaurant', 'farm', 'staff'] },
  deliver: { effects: ['start_inspection'], tells: [] },
  sendParcelBack: { effects: ['claim_of_delivery'], tells: ['restaurant', 'farm', 'staff'] },
  inspect: { effects: ['received'], tells: ['farm'] },
  replace: { effects: ['free', 'confirmed'], tells: ['farm'] },
  finalize: { effects: ['billed'], tells: [] },
  close: { effects: ['billed'], tells: [] },
  correct: { effects: ['counter_entry'], tells: ['restaurant', 'farm'] },
  overrule: { effects: ['release', 'counter_entry'], tells: ['restaurant', 'farm'] },
}
