import { useEffect, useState } from 'react'
import { useLocation, useNavigation, useRouteError } from 'react-router'

/** The current page, and what had the focus when it was left. Outlives the root, which an error replaces. */
let shown: string | null = null
let focusedBefore: Element | null = null

/**
 * After navigating to another page the focus is on its heading and a screen reader announces its title. Leaves a focus
 * alone that the page itself has set, and does nothing if only the query changed.
 */
export function PageFocus() {
  const { pathname, hash } = useLocation()
  const failed = useRouteError() !== undefined
  const goingTo = useNavigation().location
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (goingTo) focusedBefore = document.activeElement
  }, [goingTo])
  useEffect(() => {
    const page = pathname.toLowerCase() + (failed ? ' failed' : '')
    const isFirst = shown === null
    if (shown === page) return
    shown = page
    if (isFirst) return
    setSaid(document.title)
    if (!hasOwnFocus()) return focusWhenThere(hash)
  }, [pathname, hash, failed])
  return (
    <div className="fixed" data-page-focus>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}

/** The page moved the focus itself: it is neither lost nor where it was before. */
function hasOwnFocus(): boolean {
  const now = document.activeElement
  return now !== null && now !== document.body && now !== focusedBefore
}

function targetOf(hash: string): HTMLElement | null {
  const named = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  return named ?? (heading && heading.getClientRects().length > 0 ? heading : document.getElementById('main'))
}

/** The script of an error page, or of a part of a page, may arrive a moment after the navigation. */
function focusWhenThere(hash: string): (() => void) | undefined {
  const target = targetOf(hash)
  if (target) return void focusOn(target)
  const watcher = new MutationObserver(() => {
    const late = targetOf(hash)
    if (!late) return
    watcher.disconnect()
    if (!hasOwnFocus()) focusOn(late)
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

/** Without scrolling: the scroll position belongs to the scroll restoration. */
function focusOn(target: HTMLElement | null) {
  if (!target) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
