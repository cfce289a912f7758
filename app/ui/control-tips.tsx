import { useEffect, useRef, useState } from 'react'
import { Tooltip } from 'react-aria-components/Tooltip'
import { tooltip } from './constants.ts'
import { ReactAria } from './react-aria.tsx'
import { tipOf } from './tip-of.ts'
import '#styles/kit/tooltip.css'

/**
 * The name of every control that shows nothing but an icon, and the words behind every abbreviation, beside it while a
 * mouse or the focus of a keyboard is on it. One for the whole page: a control that is added later has its tooltip, too.
 */
export default function ControlTips({ first }: { first: Element }) {
  const place = useRef<Element>(first)
  const [text, setText] = useState<string | null>(null)

  useEffect(() => {
    let timer = 0
    const show = (target: EventTarget | null) => {
      const tip = target instanceof Element ? tipOf(target) : null
      window.clearTimeout(timer)
      if (!tip) return setText(null)
      if (tip.control !== place.current) setText(null)
      timer = window.setTimeout(() => {
        place.current = tip.control
        // a name is read aloud anyway, further words only as a description
        if (tip.control.matches('a[data-tip], button[data-tip]')) tip.control.setAttribute('aria-description', tip.text)
        setText(tip.text)
      }, tooltip.delay)
    }
    const hide = () => {
      window.clearTimeout(timer)
      setText(null)
    }
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && show(event.target)
    const focused = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(':focus-visible') && show(target)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    show(first)
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', focused)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', onKey)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', onKey)
    }
  }, [first])
  return (
    <ReactAria>
      <Tooltip
        triggerRef={place}
        isOpen={text !== null}
        className="tooltip"
        containerPadding={tooltip.boundaryPadding}
        offset={6}
      >
        {text}
      </Tooltip>
    </ReactAria>
  )
}
