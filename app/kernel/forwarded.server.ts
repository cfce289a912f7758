import { isIP } from 'node:net'

export type Forwarded = {
  /** Whose request it is; null where that cannot be known. */
  ip: string | null
  /** Addresses in X-Forwarded-For, beside the number that TRUSTED_PROXIES states. */
  length: 'as_stated' | 'too_short' | 'too_long'
}

/**
 * Whose request it is: the other end of the socket, or behind `trusted` proxies of ours what the outermost of them wrote
 * into X-Forwarded-For. Anything further left was written by the client and is not trusted.
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

/** The address in what a proxy wrote: some write the port as well. */
function addressIn(text: string | undefined): string | null {
  if (text === undefined) return null
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : bare
}

/** How the requests of some time came. */
export type ProxyCounts = { requests: number; tooShort: number; tooLong: number; fromInside: number }

/** What is wrong with TRUSTED_PROXIES. */
export type ProxyProblem = 'too_many_stated' | 'too_few_stated'

/** So many requests before anything is said of them. */
export const enoughRequests = 50

/**
 * What the requests say about TRUSTED_PROXIES; null if it seems right, or there were too few of them. Any client can write
 * addresses into the header, and a proxy elsewhere may add one: only what is so for nearly all requests is a sign.
 */
export function proxyProblem({ requests, tooShort, tooLong, fromInside }: ProxyCounts): ProxyProblem | null {
  if (requests < enoughRequests) return null
  if (tooShort >= requests * 0.5) return 'too_many_stated'
  return Math.max(tooLong, fromInside) >= requests * 0.9 ? 'too_few_stated' : null
}
