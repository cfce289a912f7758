import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a field whose value is in the page's state: what the user typed or selected before hydration is adopted instead
 * of being replaced. Give the ref to the input or to the select.
 */
export function useTypedBefore<Control extends HTMLInputElement | HTMLSelectElement = HTMLInputElement>(
  value: string,
  onValue: (typed: string) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  const adopt = useEffectEvent(() => {
    const typed = control.current?.value
    if (typed !== undefined && typed !== value) onValue(typed)
  })
  useLayoutEffect(() => adopt(), [])
  return control
}
