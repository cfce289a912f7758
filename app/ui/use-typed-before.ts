import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a field whose value is kept in the page's state: what somebody typed before the script came is taken over
 * instead of being replaced. Give the ref to the input.
 */
export function useTypedBefore(value: string, onValue: (typed: string) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const adopt = useEffectEvent(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== value) onValue(typed)
  })
  useLayoutEffect(() => adopt(), [])
  return input
}
