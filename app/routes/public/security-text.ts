import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/security-text.ts'

/** How long a response is valid. RFC 9116 recommends less than a year; it is counted from each response. */
const validDays = 180

/** Where to report a vulnerability (RFC 9116). */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { secureOrigin, operator } = context.get(requestFacts)
  const expires = new Date(context.get(requestCtx).now)
  expires.setUTCDate(expires.getUTCDate() + validDays)
  const lines = [
    `Contact: mailto:${operator.email}`,
    `Contact: ${secureOrigin}/restaurant/Inquiry`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${secureOrigin}/.well-known/security.txt`,
    `Policy: ${secureOrigin}/security-policy.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
}
