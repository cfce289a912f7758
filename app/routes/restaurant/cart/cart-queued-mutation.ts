import { data } from 'react-router'
import { parseId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { storedChange } from '#modules/cart/stored-change.server.ts'
import { staleForm, typedIn } from '#web/form.ts'
import { runJob } from '#web/jobs.server.ts'
import { queuedMutationAction } from '#web/queued-mutation.server.ts'
import type { Route } from './+types/cart-queued-mutation.ts'
import { cartJobs, kitchenIn } from './cart-action.server.ts'

/** Queued changes of the cart. Nothing here places an order: that is never queued. */
export const action = queuedMutationAction(async (ctx, form, args: Route.ActionArgs) => {
  const { kitchenId } = await kitchenIn(args, ctx, form)
  const said = typedIn(form)
  const productId = parseId<'product'>(said.productId)
  const wanted = parseWholeNumber('typed' in said ? said['qty-typed'] : said.qty)
  const seen = parseWholeNumber(said.seen)
  const line =
    said.intent === 'line' && productId && wanted !== null && seen !== null ? { productId, seen, wanted } : null
  let sentence = ''
  const result = await storedChange(ctx, { key: said.key ?? '', kitchenId, said, line }, async (within) => {
    const answer = await runJob(queued, within, form, args)
    if (answer instanceof Response || !('data' in answer)) return ok({})
    const { fields, summary } = answer.data.problem
    sentence = Object.values(fields)[0] ?? summary
    return refuse('problem')
  })
  if (result.ok) return { done: {} }
  if (result.refusal !== 'cart_moved') return { sentence: sentence || staleForm }
  return { sentence: `かごの数量は、別の画面で${result.detail?.now ?? ''}に変更されています。` }
})

const { line, instruction, wished, farm } = cartJobs
const queued = { line, instruction, wished, farm }

export const loader = () => {
  throw data(null, { status: 405 })
}
