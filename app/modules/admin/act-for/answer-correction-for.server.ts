import { z } from 'zod'
import { authorizeProven } from '#authorization/authorize.ts'
import { refuse } from '#kernel/result.ts'
import { IdOf, OrderIdIn } from '#kernel/schema.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { answerAdjustmentRequest } from '#modules/ordering/adjustments/request-adjustment.server.ts'
import { ReasonIn } from '#modules/ordering/order-input.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { inPlaceOfRestaurant } from './act-for.server.ts'

/**
 * Staff tell the farm what the kitchen has answered by telephone about a weight or a return (decision 0095): the kitchen's
 * own use case, recorded under the name of the member of staff with their reason.
 */
export const answerCorrectionFor = repeatable({
  name: 'order.answer_correction_for',
  permission: 'order.stand_in',
  input: {
    orderId: OrderIdIn,
    // of the kitchen's own use case
    key: z.string(),
    requestId: IdOf<'adjustmentRequest'>('依頼'),
    agree: z.boolean('同意する、しないのどちらかを選択してください。'),
    reason: ReasonIn(200),
  },
  refusals: orderRefusals('wrong_state', 'correction_not_open', 'reason_missing', 'key_reused'),
  run: async (ctx, { orderId, key, requestId, agree, reason }) => {
    authorizeProven(ctx, 'order.stand_in', await orderDetail(ctx, orderId))
    const why = reason.trim()
    if (why === '') return refuse('reason_missing')
    const actor = await inPlaceOfRestaurant(ctx, orderId, why)
    return answerAdjustmentRequest({ ...ctx, actor }, { orderId, key, requestId, agree, words: '' })
  },
})
