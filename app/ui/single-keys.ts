import { useSyncExternalStore } from 'react'

const changes = new EventTarget()

function watch(changed: () => void) {
  changes.addEventListener('change', changed)
  return () => changes.removeEventListener('change', changed)
}

const isOn = (place: string) => {
  try {
    return localStorage.getItem(place) !== 'off'
  } catch {
    return true
  }
}

/**
 * Whether single-key shortcuts are on; stored on the device under `place`. A key without Ctrl or Alt can be pressed by
 * accident or by dictation, so they can be switched off (WCAG 2.1.4).
 */
export function useSingleKeys(place: string) {
  const on = useSyncExternalStore(
    watch,
    () => isOn(place),
    () => true,
  )
  const turn = (to: boolean) => {
    try {
      localStorage.setItem(place, to ? 'on' : 'off')
    } catch {
      // a browser without storage: the shortcuts stay as they are
    }
    changes.dispatchEvent(new Event('change'))
  }
  return { on, turn }
}
