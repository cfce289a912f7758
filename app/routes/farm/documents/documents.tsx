import type { MetaFunction } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import DocumentSearch from '#modules/issued-documents/ui/document-search.tsx'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { documentsPage } from '#web/documents-page.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/documents.ts'

export const meta: MetaFunction = () => ownMeta('発行書類')

export const loader = page((ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  return documentsPage(ctx, request)
})

export default function DocumentsPage({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2 font-bold">発行書類</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 lg:px-8">
        <DocumentSearch base="/farmer" {...loaderData} />
      </div>
    </>
  )
}
