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
    const end = () => startTransition(() => show((now) => (now === form ? null : now)))
    afterPaint(() => void submit().finally(end))
  }
  return [sent, send]
}

/** ms after which it is no longer waited for a paint: a page in the background has none. */
const longestFrame = 100

function afterPaint(run: () => void): void {
  let isDue = true
  const once = () => {
    if (isDue) run()
    isDue = false
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, longestFrame)
}

type Submit = () => Promise<void>

const newest = new Map<string, Submit>()
const turns = new Map<string, Promise<void>>()

/**
 * Requests of one key one after the other, as the server may otherwise finish them in another order. Each says how things should be,
 * so of those that wait only the last is sent.
 */
export async function inTurn(key: string, submit: Submit): Promise<void> {
  newest.set(key, submit)
  const next = async () => {
    if (newest.get(key) === submit) await submit()
  }
  const turn = turns.get(key)?.then(next, next) ?? submit()
  turns.set(key, turn)
  try {
    await turn
  } finally {
    if (turns.get(key) === turn) for (const known of [turns, newest]) known.delete(key)
  }
}
