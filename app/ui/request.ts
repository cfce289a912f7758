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
