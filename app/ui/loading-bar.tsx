import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { loadingBar } from './constants.ts'
import { requestsUnderWay, watchRequests } from './request.ts'

/**
 * Above everything, without blocking anything: says that the next page or a response is loading, once it takes longer
 * than a moment.
 */
export function LoadingBar() {
  const phase = usePhase(useBusy())
  if (phase === 'away') return null
  return (
    <aside aria-label="読み込みの進捗" className="loading-bar-place no-print">
      <Bar phase={phase} />
    </aside>
  )
}

/** The bar itself, without its position. */
export function Bar({ phase }: { phase: 'growing' | 'full' }) {
  const numbers: CSSProperties & Record<`--${string}`, string> = {
    height: loadingBar.heightPx,
    '--grows-for': `${loadingBar.duration}ms`,
    '--leaves-for': `${loadingBar.hide}ms`,
  }
  return (
    <div role="progressbar" aria-label="読み込み中です" className="loading-bar" data-phase={phase} style={numbers}>
      <span />
    </div>
  )
}

const none = () => 0

/** Navigations, forms submitted in place, and our scripts' API requests. */
function useBusy(): boolean {
  const navigating = useNavigation().state !== 'idle'
  const fetching = useFetchers().some(({ state }) => state !== 'idle')
  const asking = useSyncExternalStore(watchRequests, requestsUnderWay, none) > 0
  return navigating || fetching || asking
}

/** Hidden for quick requests; full for a moment at the end, then hidden. */
function usePhase(busy: boolean): 'away' | 'growing' | 'full' {
  const [phase, setPhase] = useState<'away' | 'growing' | 'full'>('away')
  useEffect(() => {
    if (!busy) setPhase((now) => (now === 'growing' ? 'full' : now))
    const next = busy
      ? setTimeout(() => setPhase('growing'), loadingBar.throttle)
      : setTimeout(() => setPhase('away'), loadingBar.hide)
    return () => clearTimeout(next)
  }, [busy])
  return phase
}
