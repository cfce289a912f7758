const closed = [`base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'none'`]
/** What is no page of ours loads and runs nothing, should a browser show it as one. */
const nothing = [`default-src 'none'`, ...closed].join('; ')
/** `public/offline.html`: one file with its style in it. */
const styleOnly = [`default-src 'none'`, `style-src 'unsafe-inline'`, ...closed].join('; ')

/**
 * The Content-Security-Policy of an answer that brings none: pages, files of people and the documentation of the API have
 * their own. null for scripts, because that of a worker would hold for all that the worker loads.
 */
export function policyFor(headers: Headers, path: string): string | null {
  const type = headers.get('content-type') ?? ''
  if (headers.has('content-security-policy') || /javascript/.test(type)) return null
  return path === '/offline.html' ? styleOnly : nothing
}
