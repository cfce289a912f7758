import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until hydration: for content that needs script. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

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

function watchPointer(changed: () => void) {
  const fine = window.matchMedia('(pointer: fine)')
  fine.addEventListener('change', changed)
  return () => fine.removeEventListener('change', changed)
}

/** Whether there is a mouse or a pen; on the server, and on touch, the native controls are the better ones. */
export const useFinePointer = (): boolean =>
  useSyncExternalStore(
    watchPointer,
    () => window.matchMedia('(pointer: fine)').matches,
    () => false,
  )
