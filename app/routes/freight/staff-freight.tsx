import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../staff/require-staff.server.ts'
import type { Route } from './+types/staff-freight.ts'
import { freightAction, freightPage } from './freight-page.server.ts'
import { FreightScreen } from './freight-screen.tsx'

export const meta = () => ownMeta('送料（管理）')

const here = '/admin/freight'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return freightPage(ctx, new URL(request.url))
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return freightAction(ctx, args, here)
})

/** The freight tables for everyone. */
export default function StaffFreightPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">送料</h1>
      <FreightScreen it={loaderData} answer={actionData} here={here} />
    </div>
  )
}
