import { useEffect } from 'react'
import { tooltip } from './constants.ts'

/**
 * One tooltip for the page: the name of a control that shows only an icon (icon-button.tsx), or the meaning of an
 * abbreviation (explained.tsx). For a mouse and the focus of a keyboard, never for touch, so it holds nothing
 * essential. It stays while the pointer is on it, and Escape or a press removes it (WCAG 1.4.13).
 */
export function useControlTips() {
  useEffect(() => {
    const tip = document.createElement('div')
    if (!('showPopover' in tip)) return
    // a control has it as its name or description already
    tip.ariaHidden = 'true'
    tip.popover = 'manual'
    tip.className = 'tooltip'
    let meant: Element | null = null
    let shown: Element | null = null
    let timer = 0

    const show = (control: Element | null) => {
      shown = control
      if (control?.isConnected) put(tip, control)
      else tip.remove()
    }
    const turnTo = (control: Element | null) => {
      if (control === meant) return
      meant = control
      clearTimeout(timer)
      timer = window.setTimeout(show, tooltip.delay, control)
    }
    const leave = () => turnTo(null)
    // what is meant stays, so that it does not come back before the pointer does
    const hide = () => {
      clearTimeout(timer)
      show(null)
    }
    const until = new AbortController()
    const on = <Kind extends keyof DocumentEventMap>(kind: Kind, then: (event: DocumentEventMap[Kind]) => unknown) =>
      document.addEventListener(kind, then, { signal: until.signal, passive: true, capture: true })
    on('pointerover', ({ target, pointerType }) => {
      if (pointerType !== 'touch') turnTo(target === tip ? shown : under(target))
    })
    on('pointerout', ({ relatedTarget }) => !relatedTarget && leave())
    on('focusin', ({ target }) => turnTo(focusedIn(target)))
    on('focusout', leave)
    on('pointerdown', hide)
    on('keydown', ({ key }) => key === 'Escape' && hide())
    on('scroll', () => shown && show(shown))
    return () => {
      until.abort()
      hide()
    }
  }, [])
}

const explained = '[data-icon-only], abbr'

const under = (target: EventTarget | null) => (target instanceof Element ? target.closest(explained) : null)

/** An abbreviation in the text of a control is explained with its focus. */
const focusedIn = (target: EventTarget | null) =>
  target instanceof Element && target.matches(':focus-visible')
    ? (under(target) ?? target.querySelector(':scope > abbr'))
    : null

/** Centred above the control, or below it where there is no room, within the window. */
function put(tip: HTMLElement, control: Element) {
  tip.textContent = control.getAttribute('aria-description') ?? control.getAttribute('aria-label')
  // what is outside of a modal dialog cannot be pointed at; moving it closes it
  const place = control.closest('dialog') ?? document.body
  place.append(tip)
  tip.showPopover()
  const { left, top, bottom, width } = control.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const edge = tooltip.boundaryPadding
  const most = document.documentElement.clientWidth - offsetWidth - edge
  const above = top - offsetHeight - tooltip.offset
  tip.style.left = `${Math.max(edge, Math.min(left + (width - offsetWidth) / 2, most))}px`
  tip.style.top = `${above < edge ? bottom + tooltip.offset : above}px`
}
