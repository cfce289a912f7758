/** How many requests our own scripts have under way; the loading bar counts them beside navigations. */
let underWay = 0
const watchers = new Set<() => void>()

function count(change: 1 | -1) {
  underWay += change
  for (const changed of watchers) changed()
}

export const requestsUnderWay = (): number => underWay

/** Calls `changed` whenever a request begins or ends; answers how to stop. */
export function watchRequests(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Lets the loading bar count this promise, until it ends well or badly. */
export async function trackRequest<Answer>(promise: Promise<Answer>): Promise<Answer> {
  count(1)
  try {
    return await promise
  } finally {
    count(-1)
  }
}

/**
 * Asks our API, `/postal-codes/1000001` → `/api/postal-codes/1000001`, as the person who is signed in.
 * Refusals come back with their status; only a broken line rejects. `body` is null where the answer is no JSON.
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
