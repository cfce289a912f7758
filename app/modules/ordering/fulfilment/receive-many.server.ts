import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type RefusalDetail } from '#kernel/result.ts'
import { Body, Text } from '#kernel/schema.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { inspection, receiveOrder } from './receive-order.server.ts'

/** What became of one receipt; `refused` is the sentence for the kitchen, null if it is received. */
export type ReceivedOrder = {
  orderId: OrderId
  refused: string | null
  refusal?: OrderingRefusal | 'not_found'
  detail?: RefusalDetail | undefined
}

const KeyIn = Text(8, 120)

const Receipt = Body({
  ...inspection,
  key: KeyIn.optional().describe('この注文だけを再送する場合のキー。省略時は、操作全体のキーから作成されます'),
})
export type ReceiptOfOrder = z.output<typeof Receipt>

async function receiveOne(ctx: Ctx, receipt: ReceiptOfOrder & { key: string }): Promise<ReceivedOrder> {
  const { orderId } = receipt
  try {
    const received = await receiveOrder(ctx, { ...receipt, complete: true })
    if (received.ok) return { orderId, refused: null }
    const { refusal, detail } = received
    return { orderId, refused: refusalText(refusal, detail), refusal, detail }
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return { orderId, refused: '注文が見つかりません。画面を開き直してください。', refusal: 'not_found' }
  }
}

const once = (receipts: readonly { orderId: OrderId }[]) =>
  new Set(receipts.map(({ orderId }) => orderId)).size === receipts.length

/**
 * The kitchen receives the deliveries of a day in one go (検収). Not one transaction: a delivery that was cancelled or
 * received meanwhile does not hold up the others. Sent again with its key, what was received is answered as received.
 * An order that waits for its rest is refused: to receive it without the rest is a decision of its own.
 */
export const receiveMany = repeatable({
  name: 'order.receive_many',
  permission: 'own',
  input: {
    receipts: z
      .array(Receipt)
      .min(1, '検収する注文を選択してください。')
      .max(200, '一度に検収できるのは200件までです。')
      .refine(once, '同じ注文が2回指定されています。'),
    key: KeyIn.describe('この操作のキー（8〜120文字、UUIDなど）'),
  },
  refusals: noRefusals,
  run: async (ctx, { receipts, key }) => {
    requireBuyer(ctx.actor)
    const orders: ReceivedOrder[] = []
    for (const receipt of receipts)
      orders.push(await receiveOne(ctx, { ...receipt, key: receipt.key ?? `${key}-${receipt.orderId}` }))
    return ok({ orders })
  },
})
