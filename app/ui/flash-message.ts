import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The message that an action leaves for the next page; `wayBack`: the fields of the form that undoes the action. */
export type Flash = { id: string; notice: string; wayBack: Readonly<Record<string, string>> | null }

/** In this document. */
const shown = new Set<string>()

/** Where the page says what it has shown. */
export const flashAddress = '/flash-message'

function markShown(id: string) {
  if (shown.has(id)) return
  shown.add(id)
  // if it does not arrive, a page that is opened within the minute says it once more
  void fetch(flashAddress, { method: 'POST', body: new URLSearchParams({ id }), keepalive: true }).catch(() => null)
}

/**
 * What a layout shows of the message that its answer brought: each message once, whichever answer brings it, and until another page
 * opens, because a page that is reloaded meanwhile gets an answer without it. Whether the page is hydrated is not asked here: the answer
 * would render the whole layout again, which hides what is still waiting for its script.
 */
export function useFlash(brought: Flash | null): Flash | null {
  const { key } = useLocation()
  const fresh = brought && !shown.has(brought.id) ? brought : null
  const [kept, keep] = useState({ flash: fresh, key })
  if (fresh && fresh.id !== kept.flash?.id) keep({ flash: fresh, key })
  else if (kept.flash && kept.key !== key) keep({ flash: null, key })
  const id = kept.flash?.id
  useEffect(() => {
    if (id) markShown(id)
  }, [id])
  return kept.flash
}
