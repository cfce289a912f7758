import type { HistoryFilter, HistoryPage } from '#modules/ordering/order-history.server.ts'
import { cursorText, parseCursor } from './cursor.ts'

/** `2026-11` from an address; anything else, and any other century, is null. */
export const monthIn = (text: string | null): string | undefined =>
  text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** The cursor of a list of orders. */
export function afterOrder(text: string | null): HistoryFilter['after'] {
  const cursor = parseCursor<'order'>(text)
  return cursor ? { placedAt: cursor.at, id: cursor.id } : undefined
}

export const nextOrders = (next: HistoryPage['next']): string | null =>
  next && cursorText({ at: next.placedAt, id: next.id })

/** This month and the eleven before it. */
export function recentMonths(today: string, count = 12): string[] {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, ago) => {
    const month = months - ago
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** The same address with one parameter changed. */
export function addressWith(search: URLSearchParams, name: string, value: string): string {
  const changed = new URLSearchParams(search)
  changed.set(name, value)
  return `?${changed}`
}
