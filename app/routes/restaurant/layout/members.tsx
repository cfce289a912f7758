import { Outlet } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { guarded } from '#web/guard.server.ts'
import { leadAwayWithoutWorkplace } from '#web/no-workplace.server.ts'
import { page } from '#web/page.server.ts'

export const middleware = guarded('auth')

/**
 * The layout of pages that need a restaurant: home, cart, order, slips. Products and farms are outside it and open to
 * all.
 */
export const loader = page(async (ctx) => {
  await leadAwayWithoutWorkplace(ctx)
  requireBuyer(ctx.actor)
  return null
})

export default function Members() {
  return <Outlet />
}
