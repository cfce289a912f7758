import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until hydration: for content that needs script. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Whether this part came with the document, and not by navigation: then what is out of view may be laid out later, at a
 * guessed height (`lazy-h-*`). After a navigation back the position in a list is restored by pixels, so every height is true.
 */
export function useCameWithDocument(): boolean {
  // no store: an update right after hydration would throw away parts that are not hydrated yet
  const [came] = useState(() => import.meta.env.SSR || !('started' in document.documentElement.dataset))
  return came
}

function watchSignal(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser is online; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchSignal,
    () => navigator.onLine,
    () => true,
  )

function watch(condition: string, changed: () => void) {
  const watched = window.matchMedia(condition)
  watched.addEventListener('change', changed)
  return () => watched.removeEventListener('change', changed)
}
const watchPointer = (changed: () => void) => watch('(pointer: fine)', changed)

/** Whether there is a mouse or a pen; on the server, and on touch, the native controls are the better ones. */
export const useFinePointer = (): boolean =>
  useSyncExternalStore(
    watchPointer,
    () => window.matchMedia('(pointer: fine)').matches,
    () => false,
  )

const wide = '(width >= 64rem)'
const watchWidth = (changed: () => void) => watch(wide, changed)
export const isWide = () => typeof window === 'undefined' || window.matchMedia(wide).matches

/** Whether `lg:` counts; on the server, which renders for both, always. Known while hydrating: see wide-only.tsx. */
export const useWide = (): boolean => useSyncExternalStore(watchWidth, isWide, isWide)
