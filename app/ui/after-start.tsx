import { type FunctionComponent, useEffect, useState } from 'react'

/**
 * Starts what is of use only once the page is there. If it cannot be loaded, the page works without it. Not a
 * `<Suspense>`: React shows no other late part for 300 ms after a fallback, not even one whose HTML is there already,
 * as the farm's answer.
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
