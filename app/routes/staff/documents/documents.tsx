import type { MetaFunction } from 'react-router'
import { roleMay } from '#authorization/staff-roles.ts'
import DocumentSearch from '#modules/issued-documents/ui/document-search.tsx'
import { documentsPage } from '#web/documents-page.server.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/documents.ts'

export const meta: MetaFunction = () => [{ title: '発行書類（管理）｜畝と皿' }]

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { role } = requireStaff(ctx)
  return { ...(await documentsPage(ctx, request)), mayVoid: roleMay(role, 'issued_document.void') }
})

export default function DocumentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-6xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">発行書類</h1>
      <DocumentSearch base="/admin" {...loaderData} />
    </div>
  )
}
