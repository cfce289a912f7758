import { data } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { orderIdIn } from '../order-id.ts'
import { notBefore, pressAction, saidOf } from '../press.server.ts'
import { requestFacts } from '../request-context.ts'
import type { Route } from './+types/receiving-press.ts'
import { inspect } from './inspect.server.ts'

/** What a kitchen checked without a signal, with its photos. */
export const action = pressAction(async (ctx, form, { params, context }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params)
  const { placedAt } = await orderDetail(ctx, orderId)
  return saidOf(await inspect(notBefore(ctx, placedAt), { orderId, form, files: context.get(requestFacts).files }))
})

export const loader = () => {
  throw data(null, { status: 405 })
}
