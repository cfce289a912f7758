import { parseId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import type { HistoryFilter, HistoryPage } from '#modules/ordering/order-queries.server.ts'

/** `2026-11` from an address; anything else is no month. */
export const monthIn = (text: string | null): string | undefined =>
  text && parseJstDate(`${text}-01`) ? text : undefined

/** Where the page before ended: `<milliseconds>_<order id>`; anything else starts at the top. */
export function cursorIn(text: string | null): HistoryFilter['after'] {
  const [moment, order] = text?.split('_') ?? []
  const id = parseId<'order'>(order)
  const placedAt = /^\d{1,15}$/.test(moment ?? '') ? new Date(Number(moment)) : null
  return id && placedAt ? { id, placedAt } : undefined
}

export const cursorText = (next: HistoryPage['next']): string | null => next && `${next.placedAt.getTime()}_${next.id}`

/** This month and the eleven before it. */
export function recentMonths(today: string): string[] {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, ago) => {
    const month = months - ago
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** The same address with one thing changed. */
export function addressWith(search: URLSearchParams, name: string, value: string): string {
  const changed = new URLSearchParams(search)
  changed.set(name, value)
  return `?${changed}`
}
