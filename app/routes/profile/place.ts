import { data, redirect } from 'react-router'
import { parseId } from '#kernel/ids.ts'
import { switchPlace } from '#modules/identity/places.server.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/place.ts'

export const loader = () => redirect('/')

/** Selects the organisation for which the user acts from now on. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const chosen = parseId<'membership'>((await formOf(request)).get('membership'))
  if (!chosen) throw data(null, { status: 400 })
  return redirect(await switchPlace(ctx, chosen))
})
