import { pdfOf } from '#infra/pdf.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { documentFile } from '#modules/issued-documents/document-file.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/issued-file.ts'

/**
 * A file of an issued document, `/documents/issued/<id>.pdf`, `.xml` or `.csv`, for its restaurant, its farm, and staff (below /admin/,
 * where their sign-in counts). Asking for it is recorded.
 */
export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  const [, named, format] = /^(.*)\.(pdf|xml|csv)$/.exec(params.file) ?? []
  const id = parseId<'issuedDocument'>(named)
  if (!id || (format !== 'pdf' && format !== 'xml' && format !== 'csv')) throw new NotFound('issued document')
  const { files, secureOrigin: origin } = context.get(requestFacts)
  const { bytes, name, mediaType } = await documentFile(ctx, id, format, { files, origin, pdfOf })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
})
