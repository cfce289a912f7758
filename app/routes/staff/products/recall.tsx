import type { MetaFunction } from 'react-router'
import RecallPage from '#modules/traceability/ui/recall-page.tsx'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { recallJobs, recallPage } from '#web/recall-pages.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/recall.ts'

export const meta: MetaFunction = () => ownMeta('回収（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return recallPage(ctx, params)
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return run(ctx, args)
})
const run = jobs(recallJobs('/admin'))

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">回収</h1>
      <RecallPage base="/admin" {...loaderData} problem={actionData?.problem} />
    </div>
  )
}
