import type { Message } from '../conversation.ts'

/**
 * The existing messages and the received ones, without duplicates, by number; if one has changed, the later version.
 */
export function merged(before: readonly Message[], came: readonly Message[]): readonly Message[] {
  if (came.length === 0) return before
  const byNo = new Map(before.map((message) => [message.no, message]))
  for (const message of came) {
    const there = byNo.get(message.no)
    if (!there || changedAt(there) <= changedAt(message)) byNo.set(message.no, message)
  }
  return [...byNo.values()].toSorted((a, b) => a.no - b.no)
}

/**
 * The existing messages and the newest page. If there is a gap between the two, the page alone: older ones are loaded
 * while scrolling, so nothing is skipped.
 */
export function withNewest(before: readonly Message[], newest: readonly Message[]): readonly Message[] {
  const last = before.at(-1)?.no ?? 0
  const first = newest[0]?.no ?? 0
  return first > last + 1 ? newest : merged(before, newest)
}

const changedAt = ({ removedAt, editedAt, sentAt }: Message): number => (removedAt ?? editedAt ?? sentAt).getTime()
