import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { summaryAnswer } from '#api/operations/order-answer.ts'
import { OrderSummary } from '#api/schemas/order-shape.ts'
import { AnId, Count, Moment } from '#api/schemas/shapes.ts'
import { approvePurchase, sendBackPurchase, withdrawPurchase } from '#modules/ordering/approve-purchase.server.ts'
import { waitingForApproval } from '#modules/ordering/open-orders.server.ts'

const tag = '店内の承認'

const Waiting = z.object({
  purchaseId: AnId,
  askedBy: z.string(),
  until: Moment.describe('この時刻までに承認されない場合、かごに戻る（最も早い締切）'),
  orders: z.array(OrderSummary),
})

export const approvalsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/approvals',
    tag,
    scope: 'orders.read',
    summary: '承認待ちの注文を見る（飲食店）',
    description: '責任者には飲食店の全件、スタッフには自分が依頼したものが表示されます。古い順。',
  })
    .output(z.object({ waiting: z.array(Waiting) }))
    .handler(async ({ context: { ctx } }) => ({
      waiting: (await waitingForApproval(ctx)).map(({ purchaseId, askedBy, orders }) => ({
        purchaseId,
        askedBy,
        until: new Date(Math.min(...orders.map(({ cutoffAt }) => cutoffAt.getTime()))),
        orders: orders.map(summaryAnswer),
      })),
    })),
  approve: operation(approvePurchase, {
    path: '/approvals/{id}/approval',
    tag,
    scope: 'none',
    summary: '承認して注文する（責任者）',
    description: '締切を過ぎた農園の分は、依頼者のかごに戻ります。',
    successStatus: 201,
    example: { answer: { approved: 2, lapsed: 0 } },
    params: { id: 'purchaseId' },
    output: z.object({
      approved: Count.describe('注文した農園の数'),
      lapsed: Count.describe('締切を過ぎて、かごに戻った農園の数'),
    }),
    answer: (_, __, { approved, lapsed }) => ({ approved, lapsed }),
  }),
  sendBack: operation(sendBackPurchase, {
    path: '/approvals/{id}/return',
    tag,
    scope: 'none',
    summary: '理由を付けて差し戻す（責任者）',
    successStatus: 204,
    example: { body: { reason: '肉は半分にしてください' } },
    params: { id: 'purchaseId' },
    output: z.void(),
    answer: () => undefined,
  }),
  withdraw: operation(withdrawPurchase, {
    path: '/approvals/{id}/withdrawal',
    tag,
    scope: 'none',
    summary: '承認依頼を取り下げる（飲食店）',
    description: '商品はかごに戻ります。',
    successStatus: 204,
    params: { id: 'purchaseId' },
    output: z.void(),
    answer: () => undefined,
  }),
}
