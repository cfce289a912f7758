import type { MetaFunction } from 'react-router'
import { allRecalls } from '#modules/traceability/recalls/recall-queries.server.ts'
import RecallList from '#modules/traceability/ui/recall-list.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/recalls.ts'

export const meta: MetaFunction = () => ownMeta('回収（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { recalls: await allRecalls(ctx) }
})

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">回収と訓練</h1>
      <RecallList base="/admin" {...loaderData} />
    </div>
  )
}
