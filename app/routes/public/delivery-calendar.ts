import { NotFound } from '#kernel/errors.ts'
import { readCalendar } from '#modules/ordering/past/calendar-feed.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/delivery-calendar.ts'

/** For calendar programs, which do not sign in: the address is the key to the deliveries. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const secret = params.file.replace(/\.ics$/, '')
  const { secureOrigin: site } = context.get(requestFacts)
  try {
    return new Response(await readCalendar(context.get(requestCtx), { secret, site }), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="deliveries.ics"',
        'cache-control': 'private, max-age=300',
        'x-robots-tag': 'noindex',
      },
    })
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}
