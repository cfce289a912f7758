import type { MetaFunction } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import LotList from '#modules/traceability/ui/lot-list.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { lotsPage } from '#web/recall-pages.server.ts'
import type { Route } from './+types/lots.ts'

export const meta: MetaFunction = () => ownMeta('ロット')

export const loader = page((ctx, { request }: Route.LoaderArgs) => lotsPage(ctx, request, '/farmer'))

export default function Page({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2 font-bold">ロット</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <LotList base="/farmer" {...loaderData} />
      </div>
    </>
  )
}
