import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { runJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { notBefore, queuedMutationAction, saidOf } from '#web/queued-mutation.server.ts'
import type { Route } from './+types/order-queued-mutation.ts'
import { orderJobs } from './order-jobs.server.ts'

/** Queued mutations of a farm: the same forms as on the order's page. */
export const action = queuedMutationAction(async (ctx, form, args: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  const { placedAt } = await orderDetail(ctx, orderIdIn(args.params))
  return saidOf(await runJob(orderJobs, notBefore(ctx, placedAt), form, args))
})

export const loader = () => {
  throw data(null, { status: 405 })
}
