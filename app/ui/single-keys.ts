import { useEffect, useSyncExternalStore } from 'react'

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

/** Runs what a key stands for, unless the user is typing or a dialog is open. */
export function useKeyPresses(on: boolean, keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    if (!on) return
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run || isTyping(event.target) || document.querySelector('.scrim')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [on, keys])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, select, textarea') && !target.matches('[type="checkbox"], [type="radio"]')))
