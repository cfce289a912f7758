type Answered = { method: string; path: string; status: number }

/** Where users and programs authenticate. A sign-up saves itself every two seconds: that is not an attempt. */
const isDoor = (path: string) =>
  /^\/(auth(?!\/signup)|api\/auth|admin\/signin|profile\/prove)(\/|\.data$|$)/i.test(path)

/**
 * The security event of a response, for the log; null for ordinary ones. Every attempt to authenticate, and every
 * refusal. What may not be seen is answered with 404 (authorization/authorize.ts), so those are logged where they could be
 * refusals.
 */
export function securityEventOf({ method, path, status }: Answered): string | null {
  if (status === 429) return 'limit reached'
  if (isDoor(path) && method !== 'GET' && method !== 'HEAD')
    return status < 400 ? 'authentication accepted' : 'authentication refused'
  if (status === 401 || status === 403) return 'access refused'
  if (status === 404 && (method !== 'GET' || path.startsWith('/api/'))) return 'not there, or not allowed'
  return null
}
