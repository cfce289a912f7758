import { type ComponentPropsWithRef, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { iconShape } from './icon-button.tsx'

type Props = Omit<ComponentPropsWithRef<'details'>, 'ref'> & {
  /** The content of the button. */
  summary: ReactNode
  /** The name of the button, if its content is only an icon. */
  label?: string
  summaryClassName?: string
  children: ReactNode
}

/**
 * A menu that opens before and without script. With script it closes on Escape, on a press outside and on another page.
 */
export function DetailsMenu({ summary, label, summaryClassName, children, className, ...rest }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownOn = useRef(key)
  useEffect(() => {
    // not at the start: it may have been opened before the script was loaded
    if (shownOn.current === key) return
    shownOn.current = key
    // on another page, and again on the same one: a link in it was followed
    if (details.current) details.current.open = false
  }, [key])
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const menu = details.current
      if (menu?.open && event.target instanceof Node && !isInside(menu, event.target)) menu.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      const menu = details.current
      if (event.key !== 'Escape' || !menu?.open) return
      menu.open = false
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  const closeWhenLeft = (event: SyntheticEvent<HTMLDetailsElement, FocusEvent>) => {
    const to = event.nativeEvent.relatedTarget
    if (to instanceof Node && !isInside(event.currentTarget, to)) event.currentTarget.open = false
  }
  return (
    <details {...rest} ref={details} onBlur={closeWhenLeft} className={`details-menu ${className ?? ''}`}>
      <summary className={summaryClassName} {...(label && iconShape(label, summaryClassName))}>
        {summary}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  )
}

/** The month of a date field in the menu stands elsewhere in the document, and belongs to it. */
const isInside = (menu: Element, it: Node): boolean =>
  menu.contains(it) || (it instanceof Element && it.closest('.calendar-popover') !== null)
