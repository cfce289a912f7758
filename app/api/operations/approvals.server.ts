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
  until: Moment.describe('この時刻までに承認されないと、かごにもどる（いちばん早い締切）'),
  orders: z.array(OrderSummary),
})

export const approvalsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/approvals',
    tag,
    scope: 'orders.read',
    summary: '承認を待つ注文を見る（店）',
    description: '責任者には店のぜんぶ、スタッフには自分が頼んだものが見えます。古い順。',
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
    description: '締切をすぎた農園の分は、頼んだ人のかごにもどります。',
    successStatus: 201,
    example: { answer: { approved: 2, lapsed: 0 } },
    params: { id: 'purchaseId' },
    output: z.object({
      approved: Count.describe('注文した農園の数'),
      lapsed: Count.describe('締切をすぎて、かごにもどった農園の数'),
    }),
    answer: (_, __, { approved, lapsed }) => ({ approved, lapsed }),
  }),
  sendBack: operation(sendBackPurchase, {
    path: '/approvals/{id}/return',
    tag,
    scope: 'none',
    summary: '理由をつけて差し戻す（責任者）',
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
    summary: '承認の頼みを取り下げる（店）',
    description: '品物はかごにもどります。',
    successStatus: 204,
    params: { id: 'purchaseId' },
    output: z.void(),
    answer: () => undefined,
  }),
}
