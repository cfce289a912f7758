/**
 * What a thumb has said about stocks and our server has not answered yet. It is kept on the device, so that a shed without
 * a signal and a reload lose nothing; each word has a key of its own, so that it counts once, however often it is sent.
 */
export type StockWord = { key: string; id: string; by: number } | { key: string; id: string; to: number; seen: number }

/** A step joins the last one about the same product; there and back again is nothing; a number that was typed stands alone. */
export function joinedWord(last: StockWord, next: StockWord): StockWord | 'apart' | null {
  if (!('by' in last) || !('by' in next)) return 'apart'
  const by = last.by + next.by
  return by === 0 ? null : { ...next, by }
}

/** What the number will be, as far as one knows here. */
export const stockAfter = (stock: number, kept: readonly StockWord[], id: string): number =>
  kept.reduce((now, word) => (word.id !== id ? now : 'by' in word ? Math.max(0, now + word.by) : word.to), stock)

/** What a kept form says; null where it is none of ours. */
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
