import type { MetaFunction } from 'react-router'
import LotList from '#modules/traceability/ui/lot-list.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { lotsPage } from '#web/recall-pages.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/lots.ts'

export const meta: MetaFunction = () => ownMeta('ロット（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return lotsPage(ctx, request, '/admin')
})

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">ロット</h1>
      <LotList base="/admin" {...loaderData} />
    </div>
  )
}
