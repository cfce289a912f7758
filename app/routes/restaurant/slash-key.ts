import { useSyncExternalStore } from 'react'

const place = 'slash-key'
const changes = new EventTarget()

function watch(changed: () => void) {
  changes.addEventListener('change', changed)
  return () => changes.removeEventListener('change', changed)
}

const isOn = () => {
  try {
    return localStorage.getItem(place) !== 'off'
  } catch {
    return true
  }
}

/**
 * Whether the key / leads to the search field; kept on the device. A key without Ctrl or Alt can be pressed by
 * accident or by dictation, so it can be switched off (WCAG 2.1.4).
 */
export function useSlashKey() {
  const on = useSyncExternalStore(watch, isOn, () => true)
  const turn = (to: boolean) => {
    try {
      localStorage.setItem(place, to ? 'on' : 'off')
    } catch {
      // a browser that keeps nothing: the key stays as it is
    }
    changes.dispatchEvent(new Event('change'))
  }
  return { on, turn }
}
