import { startTransition, useState } from 'react'

/**
 * The form that is being sent, from the press until the router has shown what came of it; null otherwise. `send` is for the handler of the
 * press: what shows the form as pending is painted first, and only then the router begins, which prepares a request, compares its
 * address with every route and renders each part of the page that watches it.
 */
export function usePendingForm(): [
  pending: FormData | null,
  send: (form: FormData, submit: () => Promise<void>) => void,
] {
  const [pending, show] = useState<FormData | null>(null)
  const send = (form: FormData, submit: () => Promise<void>) => {
    show(form)
    void painted()
      .then(submit)
      .finally(() => startTransition(() => show((now) => (now === form ? null : now))))
  }
  return [pending, send]
}

/** Longest wait for a paint, in ms; a hidden page has none. */
const longestFrame = 100

const painted = () =>
  new Promise((seen) => {
    requestAnimationFrame(() => setTimeout(seen))
    setTimeout(seen, longestFrame)
  })
