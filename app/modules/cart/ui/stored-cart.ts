import { parseWholeNumber } from '#kernel/text.ts'
import { fieldOf, type NewQueuedMutation, type QueuedMutation } from '#ui/device/queued-mutation.ts'
import { useLane } from '#ui/device/waiting.ts'

const lane = (of: string) => `/restaurant/cart#${of}`

/** What a change of the cart is about: one product, or the days. Changes of one thing arrive in order. */
export const laneOf = (form: FormData): string => lane(String(form.get('productId') ?? 'days'))

/** The kitchen of the page; another may be chosen by the time the change arrives. */
export function kitchenHere(): NewQueuedMutation['fields'] {
  const id = document.querySelector<HTMLElement>('[data-kitchen]')?.dataset.kitchen
  return id ? [['kitchen', id]] : []
}

/** A quantity that was changed again before it was sent: the last one counts, with the first one as what was seen. */
export function joinChanges(last: QueuedMutation, next: NewQueuedMutation): NewQueuedMutation | 'apart' | null {
  const isLine = [last, next].every((press) => fieldOf(press, 'intent') === 'line')
  if (!isLine || last.to !== next.to) return 'apart'
  const seen = fieldOf(last, 'seen')
  if (seen === null || fieldOf(next, 'seen') === null) return 'apart'
  if (wantedIn(next) === parseWholeNumber(seen)) return null
  return { ...next, fields: next.fields.map(([name, value]) => [name, name === 'seen' ? seen : value] as const) }
}

const wantedIn = (press: Pick<QueuedMutation, 'fields'>): number | null =>
  parseWholeNumber(fieldOf(press, fieldOf(press, 'typed') === null ? 'qty' : 'qty-typed'))

/** The queued quantity of a product on this device; null if nothing is queued. */
export function useStoredQty(productId: string): number | null {
  const line = useLane(lane(productId)).findLast(
    (press) => press.refused === null && fieldOf(press, 'intent') === 'line',
  )
  return line ? wantedIn(line) : null
}
