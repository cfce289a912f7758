import type { MetaFunction } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { farmRecalls } from '#modules/traceability/recalls/recall-queries.server.ts'
import RecallList from '#modules/traceability/ui/recall-list.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/recalls.ts'

export const meta: MetaFunction = () => ownMeta('回収')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({ recalls: await farmRecalls(ctx) }))

export default function Page({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2 font-bold">回収と訓練</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <RecallList base="/farmer" {...loaderData} />
      </div>
    </>
  )
}
