import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { heldStep, type StepRange } from '#kernel/long-press.ts'
import { longPress } from './constants.ts'

/**
 * The number while its button is held down; null while it is not. The number stays until the form has returned with a
 * new value, so that the press that ends sends it.
 */
export function useLongPress(value: number, range: StepRange | undefined) {
  const [held, setHeld] = useState<number | null>(null)
  const [was, setWas] = useState(value)
  const timer = useRef<number | undefined>(undefined)
  if (was !== value) {
    setWas(value)
    setHeld(null)
  }
  const stop = () => window.clearTimeout(timer.current)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function holding(direction: 1 | -1, from: number) {
    if (!range) return
    const next = heldStep(from, direction, range)
    if (next === from) return
    setHeld(next)
    timer.current = window.setTimeout(() => holding(direction, next), longPress.every)
  }
  return {
    held,
    /** For the button in this direction. */
    handlers: (direction: 1 | -1) => ({
      onPointerDown(event: PointerEvent<HTMLButtonElement>) {
        if (event.button !== 0) return
        stop()
        timer.current = window.setTimeout(() => holding(direction, value), longPress.after)
      },
      onPointerUp: stop,
      onPointerCancel: () => {
        stop()
        setHeld(null)
      },
      onPointerLeave: () => {
        stop()
        setHeld(null)
      },
      // a long press opens the context menu, which would end it
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (range) event.preventDefault()
      },
    }),
  }
}
