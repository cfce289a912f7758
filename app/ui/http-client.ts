import { trackRequest } from './request.ts'

type Options = { baseUrl: string; headers?: Readonly<Record<string, string>> }
type Answer = { status: number; body: unknown }

/**
 * A client for JSON: it asks below a base URL, as the signed-in user where that is our own host, and sends its headers
 * with every request. The loading bar counts its requests.
 */
export function httpClient({ baseUrl, headers = {} }: Options) {
  const own = new Headers({ accept: 'application/json', ...headers })
  let base = baseUrl
  return {
    setBaseUrl(url: string) {
      base = url
    },
    /** Null: no longer sent. */
    setHeader(name: string, value: string | null) {
      if (value === null) own.delete(name)
      else own.set(name, value)
    },
    /** Requests carry this bearer token from now on; null: none. */
    setToken(token: string | null) {
      this.setHeader('authorization', token === null ? null : `Bearer ${token}`)
    },
    /** Refusals are returned with their status; only a failed connection rejects. `body` is null if it is not JSON. */
    request: (path: string, init: RequestInit = {}): Promise<Answer> =>
      trackRequest(answerTo(joined(base, path), { ...init, headers: merged(own, init.headers) })),
  }
}

const joined = (base: string, path: string) => `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`

function merged(own: Headers, given: HeadersInit | undefined): Headers {
  const headers = new Headers(own)
  for (const [name, value] of new Headers(given)) headers.set(name, value)
  return headers
}

async function answerTo(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, { credentials: 'same-origin', ...init })
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, body: isJson ? await response.json() : null }
}
