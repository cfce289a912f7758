import { useEffect } from 'react'
import { useSingleKeys } from '#ui/single-keys.ts'

/** Whether single-key shortcuts are on in the list of members. */
export const useKeysOn = () => useSingleKeys('member-keys')

/** Runs what a key stands for, unless the user is typing, a dialog is open or the shortcuts are off. */
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
