/**
 * Stock changes that the server has not confirmed yet. They are stored on the device, so that working offline and
 * reloading lose nothing; each has its own key, so that it counts once, however often it is sent.
 */
export type StockWord = { key: string; id: string; by: number } | { key: string; id: string; to: number; seen: number }

/**
 * A step is merged with the last one for the same product; steps that cancel out are dropped; a typed number stays
 * separate.
 */
export function joinedWord(last: StockWord, next: StockWord): StockWord | 'apart' | null {
  if (!('by' in last) || !('by' in next)) return 'apart'
  const by = last.by + next.by
  return by === 0 ? null : { ...next, by }
}

/** The number after the stored changes, as known here. */
export const stockAfter = (stock: number, kept: readonly StockWord[], id: string): number =>
  kept.reduce((now, word) => (word.id !== id ? now : 'by' in word ? Math.max(0, now + word.by) : word.to), stock)

/** The content of a stored form; null if it is not a stock change. */
export function wordIn(key: string, fields: Readonly<Record<string, string>>): StockWord | null {
  const [by, to, seen] = [fields.by, fields.to, fields.seen].map((text) =>
    text === undefined ? Number.NaN : Number(text),
  )
  const { id } = fields
  if (id === undefined) return null
  if (by !== undefined && Number.isSafeInteger(by)) return { key, id, by }
  return to !== undefined && seen !== undefined && Number.isSafeInteger(to) && Number.isSafeInteger(seen)
    ? { key, id, to, seen }
    : null
}
