import { type FunctionComponent, lazy, Suspense } from 'react'
import { useHydrated } from './browser-state.ts'

const NavigationHelp = lazy<FunctionComponent>(() =>
  import('./navigation-help.tsx').catch(() => ({ default: Nothing })),
)

const Nothing = () => null

/** Starts what is of use only once the page is there. If it cannot be loaded, the page works without it. */
export function AfterStart() {
  return (
    useHydrated() && (
      <Suspense>
        <NavigationHelp />
      </Suspense>
    )
  )
}
