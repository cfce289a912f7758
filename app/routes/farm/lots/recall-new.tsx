import type { MetaFunction } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import RecallForm from '#modules/traceability/ui/recall-form.tsx'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { newRecallJobs, newRecallPage } from '#web/recall-pages.server.ts'
import type { Route } from './+types/recall-new.ts'

export const meta: MetaFunction = () => ownMeta('回収を開始')

export const loader = page((ctx, { request }: Route.LoaderArgs) => newRecallPage(ctx, request))

export const action = pageAction(jobs(newRecallJobs('/farmer')))

export default function Page({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/lots', word: 'ロット' }} line={null}>
        <h1 className="text-h2 font-bold">回収と訓練</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <RecallForm base="/farmer" {...loaderData} problem={actionData?.problem} />
      </div>
    </>
  )
}
