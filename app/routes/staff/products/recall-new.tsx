import type { MetaFunction } from 'react-router'
import RecallForm from '#modules/traceability/ui/recall-form.tsx'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { newRecallJobs, newRecallPage } from '#web/recall-pages.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/recall-new.ts'

export const meta: MetaFunction = () => ownMeta('回収を開始する（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return newRecallPage(ctx, request)
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return run(ctx, args)
})
const run = jobs(newRecallJobs('/admin'))

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">回収を開始する</h1>
      <RecallForm base="/admin" {...loaderData} problem={actionData?.problem} />
    </div>
  )
}
