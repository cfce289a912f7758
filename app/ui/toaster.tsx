import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { toastList } from './toast-list.ts'

/** Loaded with the first message: a page without toasts does not load them. */
const Toasts = lazy(() => import('./toast.tsx').catch(() => ({ default: PlainToasts })))

const nobody: ReturnType<typeof toastList.waiting> = []

/** Rendered once in the root of the page. */
export function Toaster() {
  const waiting = useSyncExternalStore(toastList.watch, toastList.waiting, () => nobody)
  const [needed, setNeeded] = useState(false)
  if (waiting.length > 0 && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
