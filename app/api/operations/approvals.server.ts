import { z } from 'zod'
import { endpoint, needsKey } from '#api/endpoint.server.ts'
import { summaryAnswer } from '#api/operations/order-answer.ts'
import { refusedBy } from '#api/operations/ordering.server.ts'
import { granted } from '#api/problems.server.ts'
import { OrderSummary } from '#api/schemas/order-shape.ts'
import { AnId, Count, Moment } from '#api/schemas/shapes.ts'
import { Body, IdOf, KeyHeader, Text } from '#kernel/schema.ts'
import { approvePurchase, sendBackPurchase, withdrawPurchase } from '#modules/ordering/approve-purchase.server.ts'
import { waitingForApproval } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'

const tag = '店内の承認'

const Waiting = z.object({
  purchaseId: AnId,
  askedBy: z.string(),
  until: Moment.describe('この時刻までに承認されないと、かごにもどる（いちばん早い締切）'),
  orders: z.array(OrderSummary),
})

const ofPurchase = z.object({ id: IdOf<'purchase'>('購入') })

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
  approve: endpoint('members', {
    method: 'POST',
    path: '/approvals/{id}/approval',
    tag,
    scope: 'none',
    summary: '承認して注文する（責任者）',
    description: '締切をすぎた農園の分は、頼んだ人のかごにもどります。',
    successStatus: 201,
    example: { answer: { approved: 2, lapsed: 0 } },
  })
    .errors(needsKey)
    .errors(refusedBy('nothing_to_approve', 'too_late', 'answer_first', 'changed_since_asked', 'key_reused'))
    .input(z.object({ params: ofPurchase, headers: KeyHeader }))
    .output(
      z.object({
        approved: Count.describe('注文した農園の数'),
        lapsed: Count.describe('締切をすぎて、かごにもどった農園の数'),
      }),
    )
    .handler(async ({ context: { ctx }, input: { params, headers } }) => {
      const done = await approvePurchase(ctx, { purchaseId: params.id, key: headers['idempotency-key'] })
      const { approved, lapsed } = granted(done, refusalText)
      return { approved, lapsed }
    }),
  sendBack: endpoint('members', {
    method: 'POST',
    path: '/approvals/{id}/return',
    tag,
    scope: 'none',
    summary: '理由をつけて差し戻す（責任者）',
    successStatus: 204,
    example: { body: { reason: '肉は半分にしてください' } },
  })
    .errors(needsKey)
    .errors(refusedBy('nothing_to_approve', 'reason_missing', 'key_reused'))
    .input(
      z.object({
        params: ofPurchase,
        headers: KeyHeader,
        body: Body({ reason: Text(1, 200).describe('頼んだ人に伝わる理由') }),
      }),
    )
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const step = { purchaseId: params.id, key: headers['idempotency-key'], reason: body.reason }
      granted(await sendBackPurchase(ctx, step), refusalText)
    }),
  withdraw: endpoint('members', {
    method: 'POST',
    path: '/approvals/{id}/withdrawal',
    tag,
    scope: 'none',
    summary: '承認の頼みを取り下げる（店）',
    description: '品物はかごにもどります。',
    successStatus: 204,
  })
    .errors(needsKey)
    .errors(refusedBy('nothing_to_approve', 'key_reused'))
    .input(z.object({ params: ofPurchase, headers: KeyHeader }))
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params, headers } }) => {
      granted(await withdrawPurchase(ctx, { purchaseId: params.id, key: headers['idempotency-key'] }), refusalText)
    }),
}
