import { data, redirect } from 'react-router'
import { flashIdIn, flashIsShown } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/flash-message.ts'

export const loader = () => redirect('/')

/** The page has shown this message (ui/flash-message.ts). */
export const action = page(async (_, { request }: Route.ActionArgs) => {
  const id = flashIdIn(await formOf(request))
  if (!id) throw data(null, { status: 400 })
  return data(null, { headers: { 'set-cookie': flashIsShown(id) } })
})
