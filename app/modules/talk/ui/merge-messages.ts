import type { Message } from '../talk.ts'

/** Those that are there and those that came, each once, by their numbers; of one that was changed since, the later. */
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
 * Those that are there and the newest page. Where some are missing between the two, the page alone: what comes before it
 * is asked for as one scrolls, and nothing is skipped.
 */
export function withNewest(before: readonly Message[], newest: readonly Message[]): readonly Message[] {
  const last = before.at(-1)?.no ?? 0
  const first = newest[0]?.no ?? 0
  return first > last + 1 ? newest : merged(before, newest)
}

const changedAt = ({ removedAt, editedAt, sentAt }: Message): number => (removedAt ?? editedAt ?? sentAt).getTime()
