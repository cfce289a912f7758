import { redirectDocument } from 'react-router'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { documentSearchOf, mostInArchive } from '#modules/issued-documents/document-filter.ts'
import { documentsArchive } from '#modules/issued-documents/documents-archive.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page, placeOf } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/documents-zip.ts'

/**
 * The PDFs that a search finds and their index, streamed: one document is made at a time. As a page's data it would be
 * made as a whole before anything is sent.
 */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { pathname, search, searchParams } = new URL(request.url)
  if (pathname.endsWith('.data')) throw redirectDocument(placeOf(request))
  const { filter, problems } = documentSearchOf(searchParams)
  const [problem] = Object.values(problems)
  if (problem) return redirectWithFlash(pathname.replace(/\.zip$/, '') + search, `${problem}。`)
  const { files, secureOrigin: origin } = context.get(requestFacts)
  const archive = await documentsArchive(ctx, filter, { files, origin, pdfOf: drawPdf })
  if (!archive.ok)
    return redirectWithFlash(
      pathname.replace(/\.zip$/, '') + search,
      `まとめて保存できる書類は、1回に${mostInArchive}件までです。発行日などの条件で絞り込んでください。`,
    )
  const parts = archive.value
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      const part = await parts.next()
      if (part.done) to.close()
      else to.enqueue(part.value)
    },
    cancel: () => void parts.return(undefined),
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="documents-${jstDateOf(ctx.now)}.zip"`,
      'cache-control': 'private, no-store',
    },
  })
})
