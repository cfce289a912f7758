/**
 * What a thumb has said about stocks and our server has not answered yet. It is kept on the device, so that a shed without
 * a signal and a reload lose nothing; each word has a key of its own, so that it counts once, however often it is sent.
 */
export type StockWord = { key: string; id: string; by: number } | { key: string; id: string; to: number; seen: number }

/** `tried`: it may have arrived, though nobody has told us; from then on it stays as it is. */
export type KeptWord = StockWord & { tried: boolean }

/** A step joins the last one about the same product while that has not been on its way; a number that was typed stands alone. */
export function withWord(kept: readonly KeptWord[], word: StockWord): KeptWord[] {
  const at = kept.findLastIndex(({ id }) => id === word.id)
  const last = kept[at]
  if (!last || last.tried || !('by' in last) || !('by' in word)) return [...kept, { ...word, tried: false }]
  const by = last.by + word.by
  return by === 0 ? kept.filter((_, index) => index !== at) : kept.with(at, { ...last, by })
}

/** What the number will be, as far as one knows here. */
export const stockAfter = (stock: number, kept: readonly KeptWord[], id: string): number =>
  kept.reduce((now, word) => (word.id !== id ? now : 'by' in word ? Math.max(0, now + word.by) : word.to), stock)

/** Words that were kept; what cannot be read is left out. */
export function readKept(text: string | null): KeptWord[] {
  try {
    const known: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(known) ? known.filter(isKept) : []
  } catch {
    return []
  }
}

const isKept = (it: unknown): it is KeptWord =>
  typeof it === 'object' &&
  it !== null &&
  'key' in it &&
  typeof it.key === 'string' &&
  'id' in it &&
  typeof it.id === 'string' &&
  'tried' in it &&
  typeof it.tried === 'boolean' &&
  (('by' in it && Number.isSafeInteger(it.by)) ||
    ('to' in it && Number.isSafeInteger(it.to) && 'seen' in it && Number.isSafeInteger(it.seen)))
