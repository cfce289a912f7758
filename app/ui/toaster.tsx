import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { toastList } from './toast-list.ts'

/** Not before there is something to say: a page without toasts does not load them. */
const Toasts = lazy(() => import('./toast.tsx').catch(() => ({ default: PlainToasts })))

const nobody: ReturnType<typeof toastList.waiting> = []
const useWaiting = () => useSyncExternalStore(toastList.watch, toastList.waiting, () => nobody)

/** Stands once in the root of the page. */
export function Toaster() {
  const waiting = useWaiting()
  const [needed, setNeeded] = useState(false)
  if (waiting.length > 0 && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

/** The same words without their manners, for a phone that lost its signal before the rest was loaded. */
function PlainToasts() {
  const last = useWaiting().at(-1)
  return last ? (
    <div className="toasts">
      <p className="toast" data-tone={last.tone ?? 'matcha'} role="status">
        {last.text}
      </p>
    </div>
  ) : null
}
