import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the script has started: shows what needs script only when it works. */
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

/** Whether the phone has a signal; on the server we suppose so. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchSignal,
    () => navigator.onLine,
    () => true,
  )
