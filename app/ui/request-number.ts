import { createContext, use, useSyncExternalStore } from 'react'

/** The id of the current request; known on the server only. */
export const RequestNumberContext = createContext<string | null>(null)

/**
 * Its name in the header Server-Timing, the only header that gives a script the id of a response that it did not
 * request itself.
 */
export const timingName = 'request'

/** The place of the id in the page. */
export const numberMark = 'data-request-number'

let latest: string | null = null
const watchers = new Set<() => void>()

/** Call once, before the pages start: from then on the id of the latest data response is known. */
export function rememberRequestNumbers(): void {
  if (typeof PerformanceObserver === 'undefined') return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const number = numberIn(entry)
      if (number !== null) latest = number
    }
    for (const changed of watchers) changed()
    // of what came before there are only the page's own files, and to list them costs a phone 50 ms
  }).observe({ type: 'resource' })
}

/** The id under which the log has the event: that of the document, later that of the latest response. */
export function useRequestNumber(): string | null {
  const served = use(RequestNumberContext)
  return useSyncExternalStore(
    watch,
    () => latest ?? written(),
    () => served ?? written(),
  )
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function numberIn(entry: PerformanceEntry): string | null {
  if (!(entry instanceof PerformanceResourceTiming)) return null
  return entry.serverTiming?.find(({ name }) => name === timingName)?.description ?? null
}

/** What the server wrote into the page. */
const written = (): string | null =>
  typeof document === 'undefined' ? null : (document.querySelector(`[${numberMark}]`)?.textContent ?? null)
