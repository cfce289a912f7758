import { pdfOf } from '#infra/pdf.server.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { readDocumentFilter } from '#modules/issued-documents/document-filter.ts'
import { documentsArchive } from '#modules/issued-documents/documents-archive.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/documents-zip.ts'

/** The PDFs that a search finds and their index, streamed: one document is made at a time. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { files, secureOrigin: origin } = context.get(requestFacts)
  const filter = readDocumentFilter(new URL(request.url).searchParams)
  const parts = await documentsArchive(ctx, filter, { files, origin, pdfOf })
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
