import type { KeyboardEvent } from 'react'

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The ids of the rows in the order of the table of this element. */
export const rowOrder = (inside: Element): string[] => rowsAround(inside).map((row) => row.dataset.row ?? '')

const rowsAround = (inside: Element) => [
  ...(inside.closest('tbody')?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
]

/**
 * Arrows, Home and End move between rows within a column of controls; Enter on a checkbox opens the row. Returns the
 * checkbox that Space has to toggle, if the browser would not do so itself.
 */
export function pressKeyInRow(event: KeyboardEvent<HTMLElement>): HTMLInputElement | null {
  const at = event.target
  if (!(at instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return null
  const row = at.closest<HTMLElement>('tr[data-row]')
  const kind = kindOf(at)
  if (!row || !kind) return null
  const move = moves[event.key]
  if (move && !event.shiftKey) {
    const rows = rowsAround(row)
    event.preventDefault()
    rows[move(rows.indexOf(row), rows.length)]?.querySelector<HTMLElement>(kind)?.focus()
  }
  if (event.key === 'Enter' && kind === choice) {
    event.preventDefault()
    row.querySelector<HTMLElement>(link)?.click()
  }
  if (event.key !== ' ' || (kind === choice && !event.shiftKey)) return null
  const box = row.querySelector<HTMLInputElement>(choice)
  if (box) event.preventDefault()
  return box
}

const choice = '[data-choice]'
const link = '[data-row-link]'
const kindOf = (at: HTMLElement) => [choice, link].find((kind) => at.matches(kind))
