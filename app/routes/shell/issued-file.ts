import { redirectDocument } from 'react-router'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { documentFile, type GivenFile, mediaTypes } from '#modules/issued-documents/document-file.server.ts'
import { issuedDocument } from '#modules/issued-documents/read-issued.server.ts'
import { page, placeOf } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/issued-file.ts'

/**
 * A file of an issued document, `/documents/issued/<id>.pdf`, `.xml` or `.csv`, for its restaurant, its farm, and staff (below
 * /admin/, where their sign-in counts). Taking it is recorded; a question for its headers takes nothing.
 */
export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.endsWith('.data')) throw redirectDocument(placeOf(request))
  const [, named, format] = /^(.*)\.(pdf|xml|csv)$/.exec(params.file) ?? []
  const id = parseId<'issuedDocument'>(named)
  if (!id || (format !== 'pdf' && format !== 'xml' && format !== 'csv')) throw new NotFound('issued document')
  if (request.method === 'HEAD') {
    const { number } = await issuedDocument(ctx, id)
    return new Response(null, { headers: headersOf({ name: `${number}.${format}`, mediaType: mediaTypes[format] }) })
  }
  const { files, secureOrigin: origin } = context.get(requestFacts)
  const press = parseId<'event'>(searchParams.get('press'))
  const { bytes, ...file } = await documentFile(ctx, id, format, { files, origin, pdfOf: drawPdf }, press)
  return new Response(new Uint8Array(bytes), {
    headers: { ...headersOf(file), 'content-length': String(bytes.length) },
  })
})

const headersOf = ({ name, mediaType }: Omit<GivenFile, 'bytes'>) => ({
  'content-type': mediaType,
  'content-disposition': `attachment; filename="${name}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
})
