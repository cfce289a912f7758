import { type OrderState, orderStates } from '#kernel/enums.ts'
import { monthIn } from '#web/order-filters.ts'
import { wordsIn } from '../staff-search.tsx'

/** The filter of the list and of its file, from an address or a form. */
export function staffOrderFilter(asked: { get(name: string): FormDataEntryValue | null }): {
  q: string
  state: OrderState | undefined
  month: string | undefined
} {
  const month = asked.get('month')
  return {
    q: wordsIn(asked),
    state: orderStates.find((known) => known === asked.get('state')),
    month: monthIn(typeof month === 'string' ? month : null),
  }
}
