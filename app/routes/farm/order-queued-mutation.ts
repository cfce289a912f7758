import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { notBefore, queuedMutationAction, saidOf } from '#web/queued-mutation.server.ts'
import type { Route } from './+types/order-queued-mutation.ts'
import { doTask } from './order-tasks.server.ts'

/** Queued mutations of a farm: the same forms as on the order's page. */
export const action = queuedMutationAction(async (ctx, form, { params }: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  const orderId = orderIdIn(params)
  const { placedAt } = await orderDetail(ctx, orderId)
  return saidOf(await doTask({ ctx: notBefore(ctx, placedAt), orderId, form }))
})

export const loader = () => {
  throw data(null, { status: 405 })
}
