import { data } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { parseId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { storedChange } from '#modules/cart/stored-change.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { staleForm, typedIn } from '#web/form.ts'
import { queuedMutationAction } from '#web/queued-mutation.server.ts'
import type { Route } from './+types/cart-queued-mutation.ts'
import { changeCart } from './cart-action.server.ts'

/** Queued changes of the cart. Nothing here places an order: that is never queued. */
export const action = queuedMutationAction(async (ctx, form, { request }: Route.ActionArgs) => {
  const buyer = requireBuyer(ctx.actor)
  // the kitchen for which it was submitted, whichever is selected by now
  const kitchenId = buyer.kitchenIds.find((id) => id === form.get('kitchen')) ?? (await chosenKitchen(request, buyer))
  const said = typedIn(form)
  if (!kept.some((intent) => intent === said.intent)) return { sentence: staleForm }
  const productId = parseId<'product'>(said.productId)
  const wanted = parseWholeNumber('typed' in said ? said['qty-typed'] : said.qty)
  const seen = parseWholeNumber(said.seen)
  const line =
    said.intent === 'line' && productId && wanted !== null && seen !== null ? { productId, seen, wanted } : null
  let sentence = staleForm
  const result = await storedChange(ctx, { key: said.key ?? '', kitchenId, said, line }, async (within) => {
    const answer = await changeCart(within, kitchenId, form)
    if (!('problem' in answer)) return ok({})
    sentence = Object.values(answer.problem.fields)[0] ?? answer.problem.summary
    return refuse('problem')
  })
  if (result.ok) return { done: {} }
  if (result.refusal !== 'cart_moved') return { sentence }
  return { sentence: `かごの数は、別の画面で${result.detail?.now ?? ''}に変わっています。` }
})

const kept = ['line', 'instruction', 'wished', 'farm'] as const

export const loader = () => {
  throw data(null, { status: 405 })
}
