import { useSyncExternalStore } from 'react'
import type { joined, NewQueuedMutation, QueuedMutation } from './queued-mutation.ts'

/** Takes a mutation and stores it on the device, if it can; available once the queue's script has started. */
type Keeper = (
  press: Omit<NewQueuedMutation, 'owner' | 'pressedAt'>,
  join?: Parameters<typeof joined>[2],
) => Promise<boolean>
type Said = {
  /** Mutations are stored. */
  ready: boolean
  presses: readonly QueuedMutation[]
  /** Applied, though the open page does not show it yet. */
  arrived: readonly QueuedMutation[]
  /** Nothing gets through: offline, or the session is over. */
  stopped: null | 'line' | 'signed_out'
}

/** What every page may know of the device's queue without its script: the queued mutations, and who can store more. */
export const nothing: Said = { ready: false, presses: [], arrived: [], stopped: null }
let said = nothing
let keeper: Keeper | null = null
const listeners = new Set<() => void>()

export const readWaiting = (): Said => said

export function tellWaiting(next: Partial<Said>): void {
  said = { ...said, ...next }
  for (const listener of listeners) listener()
}

export function setKeeper(next: Keeper | null): void {
  keeper = next
  tellWaiting({ ready: next !== null })
}

export function listenToWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useWaiting = (): Said => useSyncExternalStore(listenToWaiting, readWaiting, () => nothing)

/** The mutations of one lane that the page does not show by itself, in order. */
export function useLane(lane: string): readonly QueuedMutation[] {
  const { arrived, presses } = useWaiting()
  return [...arrived, ...presses].filter((press) => press.lane === lane)
}

/** The device is offline: the browser says so, or nothing got through. */
export const isOffline = (): boolean => !navigator.onLine || said.stopped === 'line'

/** Whether a mutation of this lane goes into the queue: the device is offline, or an earlier one is still queued. */
export const isKept = (lane: string): boolean =>
  keeper !== null && (isOffline() || said.presses.some((press) => press.lane === lane))

type Where = {
  lane: string
  page: string
  key?: string
  /** Where it is sent, if that is not `press` below the page. */
  to?: string
  join?: Parameters<typeof joined>[2]
  /** Fields that the form does not have. */
  more?: NewQueuedMutation['fields']
}

/** Stores a form in its current state, as if it were submitted by this button; false if nothing can be stored. */
export function keepForm(form: HTMLFormElement, submitter: HTMLElement | null, where: Where): Promise<boolean> {
  const button = submitter instanceof HTMLButtonElement ? submitter : null
  const data = new FormData(form, button)
  const about = (form.closest('article, li')?.querySelector('h2, h3') ?? document.querySelector('h1'))?.textContent
  return keepFields([...data], { ...where, about: about ?? '', label: firstWords(button) })
}

/** The same for given fields. */
export async function keepFields(
  fields: NewQueuedMutation['fields'],
  { key = crypto.randomUUID(), to, join, more = [], ...rest }: Where & { about: string; label: string },
): Promise<boolean> {
  const press = { ...rest, key, fields: [...fields, ...more], to: to ?? `${rest.page}/press` }
  return (await keeper?.(press, join)) ?? false
}

/** The visible text of a button, without text for screen readers only. */
const firstWords = (button: HTMLElement | null): string =>
  [...(button?.childNodes ?? [])].find(({ textContent, nodeType }) => nodeType === 3 && textContent?.trim())
    ?.textContent ??
  button?.textContent ??
  ''
