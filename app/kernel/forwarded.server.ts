import { isIP } from 'node:net'

export type Forwarded = {
  /** The client's address; null if it cannot be determined. */
  ip: string | null
  /** The number of addresses in X-Forwarded-For, compared with TRUSTED_PROXIES. */
  length: 'as_stated' | 'too_short' | 'too_long'
}

/**
 * The client's address: the peer of the socket, or behind `trusted` proxies of ours what the outermost of them wrote
 * into X-Forwarded-For. Entries further left were written by the client and are not trusted.
 */
export function readForwarded(
  header: string | undefined,
  socketAddress: string | undefined,
  trusted: number,
): Forwarded {
  const seen = (header ?? '').split(',').flatMap((text) => text.trim() || [])
  const length = seen.length === trusted ? 'as_stated' : seen.length < trusted ? 'too_short' : 'too_long'
  return { ip: addressIn(trusted > 0 ? seen.at(-trusted) : socketAddress), length }
}

/** The address in a proxy's entry: some proxies add the port. */
function addressIn(text: string | undefined): string | null {
  if (text === undefined) return null
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : bare
}

/** Statistics about the requests of a period. */
export type ProxyCounts = { requests: number; tooShort: number; tooLong: number; fromInside: number }

/** What is wrong with TRUSTED_PROXIES. */
export type ProxyProblem = 'too_many_stated' | 'too_few_stated'

/** The minimum number of requests for a verdict. */
export const enoughRequests = 50

/**
 * What the requests indicate about TRUSTED_PROXIES; null if it seems right, or there were too few of them. Any client
 * can write addresses into the header, and a proxy elsewhere may add one: only what holds for nearly all requests is
 * evidence.
 */
export function proxyProblem({ requests, tooShort, tooLong, fromInside }: ProxyCounts): ProxyProblem | null {
  if (requests < enoughRequests) return null
  if (tooShort >= requests * 0.5) return 'too_many_stated'
  return Math.max(tooLong, fromInside) >= requests * 0.9 ? 'too_few_stated' : null
}
