import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { approvePurchase, sendBackPurchase, withdrawPurchase } from '#modules/ordering/approve-purchase.server.ts'
import { waitingForApproval } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { summaryAnswer } from './order-answer.ts'

export const approvalsHandlers = {
  list: api.approvals.list.handler(async ({ context: { ctx } }) => ({
    waiting: (await waitingForApproval(ctx)).map(({ purchaseId, askedBy, orders }) => ({
      purchaseId,
      askedBy,
      until: new Date(Math.min(...orders.map(({ cutoffAt }) => cutoffAt.getTime()))),
      orders: orders.map(summaryAnswer),
    })),
  })),
  approve: api.approvals.approve.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    const done = await approvePurchase(ctx, { purchaseId: params.id, key: headers['idempotency-key'] })
    const { approved, lapsed } = granted(done, refusalText)
    return { approved, lapsed }
  }),
  sendBack: api.approvals.sendBack.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const step = { purchaseId: params.id, key: headers['idempotency-key'], reason: body.reason }
    granted(await sendBackPurchase(ctx, step), refusalText)
  }),
  withdraw: api.approvals.withdraw.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await withdrawPurchase(ctx, { purchaseId: params.id, key: headers['idempotency-key'] }), refusalText)
  }),
}
