/** The number of pending requests of our own scripts; the loading bar counts them beside navigations. */
let underWay = 0
const watchers = new Set<() => void>()

function count(change: 1 | -1) {
  underWay += change
  for (const changed of watchers) changed()
}

export const requestsUnderWay = (): number => underWay

/** Calls `changed` whenever a request begins or ends; returns a function to unsubscribe. */
export function watchRequests(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Lets the loading bar count this promise, until it settles. */
export async function trackRequest<Answer>(promise: Promise<Answer>): Promise<Answer> {
  count(1)
  try {
    return await promise
  } finally {
    count(-1)
  }
}

/**
 * Calls our API, `/postal-codes/1000001` → `/api/postal-codes/1000001`, as the signed-in user. Refusals are returned
 * with their status; only a failed connection rejects. `body` is null if the response is not JSON.
 */
export const requestJson = (path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> =>
  trackRequest(fetchJson(`/api${path}`, init))

async function fetchJson(address: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const headers = new Headers(init.headers)
  headers.set('accept', 'application/json')
  const response = await fetch(address, { credentials: 'same-origin', ...init, headers })
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, body: isJson ? await response.json() : null }
}
