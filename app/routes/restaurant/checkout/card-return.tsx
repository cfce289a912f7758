import { redirect } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { continueCheckout, placedText } from '#modules/payments/card/place-by-card.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/card-return.ts'

/** The chef comes back from 3-D Secure: what they confirmed before is placed now. Opening it again changes nothing. */
export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  const id = parseId<'cardCheckout'>(params.id)
  if (!id) throw new NotFound('checkout')
  const placed = await continueCheckout(ctx, id, context.get(requestFacts).secureOrigin)
  if (!placed.ok) return redirectWithFlash('/restaurant/cart', placedText(placed.refusal, placed.detail))
  if ('prove' in placed.value) return redirect(placed.value.prove)
  return redirect(`/restaurant/order/completed/${placed.value.purchaseId}`)
})
