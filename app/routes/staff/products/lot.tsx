import type { MetaFunction } from 'react-router'
import LotPage from '#modules/traceability/ui/lot-page.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { lotPage } from '#web/recall-pages.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/lot.ts'

export const meta: MetaFunction = () => ownMeta('ロット（管理）')

export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return lotPage(ctx, request, params)
})

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">ロット</h1>
      <LotPage base="/admin" {...loaderData} />
    </div>
  )
}
