import { useEffect, useSyncExternalStore } from 'react'

const place = 'member-keys'
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

/** Whether single keys do something here; kept on the device, because they can be pressed by accident (WCAG 2.1.4). */
export function useKeysOn() {
  const on = useSyncExternalStore(watch, isOn, () => true)
  const turn = (to: boolean) => {
    try {
      localStorage.setItem(place, to ? 'on' : 'off')
    } catch {
      // a browser that keeps nothing: the keys stay as they are
    }
    changes.dispatchEvent(new Event('change'))
  }
  return { on, turn }
}

/** Runs what a key stands for, unless somebody types, a dialog is open or the keys are switched off. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const { on } = useKeysOn()
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
