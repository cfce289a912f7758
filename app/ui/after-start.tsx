import { type FunctionComponent, lazy, Suspense } from 'react'
import { useHydrated } from './browser-state.ts'
import type { SheetOf } from './chunk-guard.tsx'

type Props = { sheetOf: SheetOf }

const NavigationHelp = lazy<FunctionComponent<Props>>(() =>
  import('./navigation-help.tsx').catch(() => ({ default: Nothing })),
)

const Nothing = () => null

/** Starts what is of use only once the page has loaded. If its script cannot be loaded, the page works without it. */
export function AfterStart(props: Props) {
  return (
    useHydrated() && (
      <Suspense>
        <NavigationHelp {...props} />
      </Suspense>
    )
  )
}
