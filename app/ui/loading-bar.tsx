import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { loadingBar } from './constants.ts'
import { requestsUnderWay, watchRequests } from './request.ts'

/** Over everything, in nobody's way: says that the next page or an answer is coming, once it takes longer than a moment. */
export function LoadingBar() {
  const phase = usePhase(useBusy())
  if (phase === 'away') return null
  return (
    <aside aria-label="読みこみの進み" className="loading-bar-place no-print">
      <Bar phase={phase} />
    </aside>
  )
}

/** The bar itself, without its place. */
export function Bar({ phase }: { phase: 'growing' | 'full' }) {
  const numbers: CSSProperties & Record<`--${string}`, string> = {
    height: loadingBar.heightPx,
    '--grows-for': `${loadingBar.duration}ms`,
    '--leaves-for': `${loadingBar.hide}ms`,
  }
  return (
    <div role="progressbar" aria-label="読みこんでいます" className="loading-bar" data-phase={phase} style={numbers}>
      <span />
    </div>
  )
}

const none = () => 0

/** Navigations, forms sent in place, and what our scripts ask of the API. */
function useBusy(): boolean {
  const navigating = useNavigation().state !== 'idle'
  const fetching = useFetchers().some(({ state }) => state !== 'idle')
  const asking = useSyncExternalStore(watchRequests, requestsUnderWay, none) > 0
  return navigating || fetching || asking
}

/** Nothing for what is quick; full for a moment at the end, then away. */
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
