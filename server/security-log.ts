type Answered = { method: string; path: string; status: number }

/** Where people and programs prove who they are. A sign-up saves itself every two seconds: that is no attempt. */
const isDoor = (path: string) =>
  /^\/(auth(?!\/signup)|api\/auth|admin\/signin|profile\/prove)(\/|\.data$|$)/i.test(path)

/**
 * What an answer means for security, as the log says it; null for what is everyday. Every attempt to prove who one is, and
 * every refusal. What may not be seen answers 404 (access/authorize.ts), so that is written down where it could be one.
 */
export function securityEventOf({ method, path, status }: Answered): string | null {
  if (status === 429) return 'limit reached'
  if (isDoor(path) && method !== 'GET' && method !== 'HEAD')
    return status < 400 ? 'authentication accepted' : 'authentication refused'
  if (status === 401 || status === 403) return 'access refused'
  if (status === 404 && (method !== 'GET' || path.startsWith('/api/'))) return 'not there, or not allowed'
  return null
}
