import { type FunctionComponent, useEffect, useState } from 'react'

/**
 * Starts what is of use only once the page is there. If it cannot be loaded, the page works without it. Not a
 * `<Suspense>`: after a fallback React shows no other part that had to wait for 300 ms.
 */
export function AfterStart() {
  const [NavigationHelp, setNavigationHelp] = useState<FunctionComponent | null>(null)
  useEffect(() => {
    // presses that waited for it (start-page.ts) are made now
    document.documentElement.dataset.started = ''
    import('./navigation-help.tsx').then(
      ({ default: loaded }) => setNavigationHelp(() => loaded),
      () => undefined,
    )
  }, [])
  return NavigationHelp && <NavigationHelp />
}
