const closed = [`base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'none'`]
/** A response that is not one of our pages loads and runs nothing, should a browser show it as one. */
const nothing = [`default-src 'none'`, ...closed].join('; ')
/** `public/offline.html`: one file with its style in it. */
const styleOnly = [`default-src 'none'`, `style-src 'unsafe-inline'`, ...closed].join('; ')
/** A worker's policy would apply to everything that it loads, so this one restricts no loading. */
const ofScript = [`object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`].join('; ')

/**
 * The Content-Security-Policy of a response that has none: pages, uploaded files and the documentation of the API have
 * their own, for which the result is null.
 */
export function policyFor(headers: Headers, path: string): string | null {
  const type = headers.get('content-type') ?? ''
  if (headers.has('content-security-policy')) return null
  if (/javascript/.test(type)) return ofScript
  return path === '/offline.html' ? styleOnly : nothing
}
