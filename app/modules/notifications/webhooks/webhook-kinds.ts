import { ruleOf, transitionOf, webhookKinds } from '#modules/ordering/process/transitions.ts'

/**
 * What an external program can receive, in groups to choose from; the kinds are those of our history, `stock` is every
 * change of a product's stock, `message` what either side writes to the other, `document` what is issued for it. What
 * happens within a restaurant before it orders is in none.
 */
export const webhookGroups = {
  orders: {
    word: '注文と回答',
    help: '注文、変更、受注確定、辞退、キャンセル、期限切れ',
    sides: ['restaurant', 'farm'],
    kinds: webhookKinds('orders'),
  },
  deliveries: {
    word: '出荷と受取',
    help: '箱詰めの開始、出荷、お届け、検収、金額の確定',
    sides: ['restaurant', 'farm'],
    kinds: webhookKinds('deliveries'),
  },
  claims: {
    word: '不良・欠品の報告',
    help: '不良・欠品の報告、その回答、決定',
    sides: ['restaurant', 'farm'],
    kinds: [
      'claim_opened',
      'claim_answered',
      'claim_offer_taken',
      'claim_escalated',
      'claim_decided',
      'claim_carried_out',
      'claim_withdrawn',
      'claim_settled_itself',
    ],
  },
  corrections: {
    word: '訂正・返品の依頼',
    help: '農園からの訂正・返品の依頼、取り下げ、飲食店の回答',
    sides: ['restaurant', 'farm'],
    kinds: ['correction_requested', 'correction_withdrawn', 'correction_agreed', 'correction_declined'],
  },
  messages: {
    word: 'チャット',
    help: '相手からのメッセージと、自分が送信したメッセージ。本文は含まれません',
    sides: ['restaurant', 'farm'],
    kinds: ['message'],
  },
  documents: {
    word: '発行書類',
    help: '請求書・領収書・支払通知書などの発行、無効',
    sides: ['restaurant', 'farm'],
    kinds: ['document', 'issued_document_voided'],
  },
  payments: {
    word: '入金',
    help: '入金の消込、消込の取り消し',
    sides: ['restaurant'],
    kinds: ['deposit_matched', 'deposit_unmatched'],
  },
  payouts: {
    word: '振込',
    help: '農園への振込、組戻し・振込不能',
    sides: ['farm'],
    kinds: ['payout_sent', 'payout_returned'],
  },
  stock: { word: '在庫', help: '商品の数量が変わるたびに', sides: ['farm'], kinds: ['stock'] },
} as const satisfies Record<string, Group>

type Group = { word: string; help: string; sides: readonly ('restaurant' | 'farm')[]; kinds: readonly string[] }

export type WebhookGroup = keyof typeof webhookGroups
export const webhookGroupNames = Object.keys(webhookGroups) as WebhookGroup[]

export const groupsFor = (side: 'restaurant' | 'farm'): WebhookGroup[] =>
  webhookGroupNames.filter((name) => {
    const { sides }: Group = webhookGroups[name]
    return sides.includes(side)
  })

/** The groups of a webhook's kinds; it does not receive kinds added after it was made. */
export const groupsOf = (kinds: readonly string[]): WebhookGroup[] =>
  webhookGroupNames.filter((name) => webhookGroups[name].kinds.some((kind) => kinds.includes(kind)))

/** Kinds with another public name; those of an order's steps are in the rows of its process. */
const otherNames = new Map([
  ['stock', 'stock.changed'],
  ['message', 'message.sent'],
  ['document', 'document.issued'],
  ['issued_document_voided', 'document.voided'],
  ['deposit_matched', 'payment.matched'],
  ['deposit_unmatched', 'payment.unmatched'],
])

/** The public name of a kind: `order.placed`, `claim.opened`, `stock.changed`, `document.issued`. */
export function publicKind(kind: string): string {
  const step = transitionOf(kind)
  return (step && ruleOf(step).webhookName) ?? otherNames.get(kind) ?? kind.replace('_', '.')
}
