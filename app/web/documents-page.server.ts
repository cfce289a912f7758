import type { Ctx } from '#authorization/ctx.ts'
import { documentSearchOf } from '#modules/issued-documents/document-filter.ts'
import { findDocuments } from '#modules/issued-documents/find-documents.server.ts'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'

const perPage = 50

/** The page of issued documents is the same for all three sides; the query knows whose it shows. */
export async function documentsPage(ctx: Ctx, request: Request) {
  const search = new URL(request.url).searchParams
  const { filter, typed, problems } = documentSearchOf(search)
  if (Object.keys(problems).length > 0) return { rows: [], next: null, filter, typed, problems }
  const after = parseDayCursor<'issuedDocument'>(search.get('after'))
  const { rows, next } = await findDocuments(ctx, { ...filter, after, limit: perPage })
  return { rows, next: next && dayCursorText(next), filter, typed, problems }
}
