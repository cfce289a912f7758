import type { MetaFunction } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import RecallPage from '#modules/traceability/ui/recall-page.tsx'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { recallJobs, recallPage } from '#web/recall-pages.server.ts'
import type { Route } from './+types/recall.ts'

export const meta: MetaFunction = () => ownMeta('回収')

export const loader = page((ctx, { params }: Route.LoaderArgs) => recallPage(ctx, params))

const run = jobs(recallJobs('/farmer'))
export const action = pageAction((ctx, args: Route.ActionArgs) => run(ctx, args))

export default function Page({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/recalls', word: '回収' }} line={null}>
        <h1 className="text-h2 font-bold">回収と訓練</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <RecallPage base="/farmer" {...loaderData} problem={actionData?.problem} />
      </div>
    </>
  )
}
