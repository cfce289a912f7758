import { createContext, use, useSyncExternalStore } from 'react'

/** The number of the request that is being answered; known on the server only. */
export const RequestNumberContext = createContext<string | null>(null)

/** The name under which the header Server-Timing carries it, which alone tells a script the number of an answer it did not ask for. */
export const timingName = 'request'

/** Where the number stands in the page. */
export const numberMark = 'data-request-number'

let latest: string | null = null
const watchers = new Set<() => void>()

/** To be called once, before the pages begin: from then on the number of the latest answer with data is known. */
export function rememberRequestNumbers(): void {
  if (typeof PerformanceObserver === 'undefined') return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const number = numberIn(entry)
      if (number !== null) latest = number
    }
    for (const changed of watchers) changed()
  }).observe({ type: 'resource', buffered: true })
}

/** By whose number the log finds what happened: that of the document, later that of the latest answer. */
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
