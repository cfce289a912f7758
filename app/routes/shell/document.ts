import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { draftCookie } from '#modules/identity/session.ts'
import { documentBytes } from '#modules/organisations/documents/keep-document.server.ts'
import { draftHashOf } from '#modules/organisations/sign-up/draft.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/document.ts'

/**
 * A document that an organisation submitted, for its members, for the browser that is still signing up, and for staff
 * (by /admin/documents/, where their sign-in counts). It is not cached. A PDF is never displayed within our site, only
 * served as a download.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const id = parseId<'document'>(params.id)
  try {
    if (!id) throw new NotFound('document')
    const draft = readCookie(request, draftCookie)
    const asked = { id, draftHash: draft === null ? null : draftHashOf(draft) }
    const { bytes, fileName, mediaType } = await documentBytes(
      context.get(requestCtx),
      context.get(requestFacts).files,
      asked,
    )
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': mediaType,
        'content-length': String(bytes.length),
        'content-disposition': disposition(mediaType, fileName),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      },
    })
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}

/** The name given by its owner (RFC 6266); the original name of a picture no longer matches its format. */
function disposition(mediaType: 'image/webp' | 'application/pdf', fileName: string): string {
  if (mediaType === 'image/webp') return 'inline; filename="document.webp"'
  const named = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="document.pdf"; filename*=UTF-8''${named}`
}
