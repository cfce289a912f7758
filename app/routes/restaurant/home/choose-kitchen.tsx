import { redirect } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { kitchenCookie } from '#web/chosen-kitchen.server.ts'
import { formOf } from '#web/form.ts'
import { page, safeReturn } from '#web/page.server.ts'
import type { Route } from './+types/choose-kitchen.ts'

export const loader = () => redirect('/restaurant')

/** Selects the kitchen for which the user orders; each kitchen has its own cart. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const form = await formOf(request)
  const kitchen = buyer.kitchenIds.find((id) => id === form.get('kitchen'))
  if (!kitchen) throw new NotFound('kitchen')
  const returnTo = form.get('returnTo')
  return redirect(safeReturn(typeof returnTo === 'string' ? returnTo : null, '/restaurant'), {
    headers: { 'set-cookie': await kitchenCookie.serialize(kitchen) },
  })
})
