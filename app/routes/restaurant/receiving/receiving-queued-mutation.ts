import { data } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { notBefore, queuedMutationAction, saidOf } from '#web/queued-mutation.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/receiving-queued-mutation.ts'
import { inspect } from './inspect.server.ts'

/** A queued inspection by a kitchen, with its photos. */
export const action = queuedMutationAction(async (ctx, form, { params, context }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params)
  const { placedAt } = await orderDetail(ctx, orderId)
  return saidOf(await inspect(notBefore(ctx, placedAt), { orderId, form, files: context.get(requestFacts).files }))
})

export const loader = () => {
  throw data(null, { status: 405 })
}
