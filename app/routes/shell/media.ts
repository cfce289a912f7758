import { NotFound } from '#kernel/errors.ts'
import { photoBytes } from '#modules/photos/keep-photo.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/media.ts'

/**
 * An uploaded photo, for those who may see it. Its bytes never change; only those of products on sale are public, the
 * others are cached by this browser only. Staff use /admin/media/, where their sign-in counts.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const asked = { fileName: params.file, form: new URL(request.url).searchParams.get('form') }
  try {
    const { bytes, isPublic, final } = await photoBytes(context.get(requestCtx), context.get(requestFacts).files, asked)
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'content-disposition': `inline; filename="${asked.fileName}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': final
          ? `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`
          : 'private, max-age=60',
      },
    })
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}
