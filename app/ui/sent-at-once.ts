import { startTransition, useState } from 'react'

/**
 * A form from the press until the router has sent it and shown what came of it; null otherwise. `send` is for the handler of the press: what
 * answers the press is painted first, and only then the router begins, which prepares a request, compares its address with every
 * route and renders each part of the page that watches it.
 */
export function useSentAtOnce(): [sent: FormData | null, send: (form: FormData, submit: () => Promise<void>) => void] {
  const [sent, show] = useState<FormData | null>(null)
  const send = (form: FormData, submit: () => Promise<void>) => {
    show(form)
    void painted()
      .then(submit)
      .finally(() => startTransition(() => show((now) => (now === form ? null : now))))
  }
  return [sent, send]
}

/** ms after which it is no longer waited for a paint: a page in the background has none. */
const longestFrame = 100

const painted = () =>
  new Promise((seen) => {
    requestAnimationFrame(() => setTimeout(seen))
    setTimeout(seen, longestFrame)
  })
