import type { MetaFunction } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import LotPage from '#modules/traceability/ui/lot-page.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { lotPage } from '#web/recall-pages.server.ts'
import type { Route } from './+types/lot.ts'

export const meta: MetaFunction = () => ownMeta('ロット')

export const loader = page((ctx, { request, params }: Route.LoaderArgs) => lotPage(ctx, request, params))

export default function Page({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/lots', word: 'ロット' }} line={null}>
        <h1 className="text-h2 font-bold">ロット</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <LotPage base="/farmer" {...loaderData} />
      </div>
    </>
  )
}
