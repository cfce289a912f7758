import type { MetaFunction } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import DocumentSearch from '#modules/issued-documents/ui/document-search.tsx'
import { documentsPage } from '#web/documents-page.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/documents.ts'

export const meta: MetaFunction = () => ownMeta('発行書類')
export const handle = { shell: { top: 'own' } }

export const loader = page((ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return documentsPage(ctx, request)
})

export default function DocumentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る" wide>
        <h1 className="text-h4 font-bold lg:text-h2">発行書類</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 px-3.5 pt-4 pb-8 lg:px-8">
        <DocumentSearch base="/restaurant" {...loaderData} />
      </div>
    </>
  )
}
