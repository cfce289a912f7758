/**
 * Draws one image after the other and caches the `kept` most recently used; no image is drawn twice concurrently. null:
 * it is not there yet, and `waiting` others are queued. A failed one is drawn again next time.
 */
export function drawnOnce<Drawn>({ kept, waiting }: { kept: number; waiting: number }) {
  const drawn = new Map<string, Promise<Drawn>>()
  const pending = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  const forgetOldest = () => {
    if (drawn.size <= kept) return
    for (const key of drawn.keys())
      if (!pending.has(key)) {
        drawn.delete(key)
        return
      }
  }

  const drawnFor = (key: string, draw: () => Promise<Drawn>): Promise<Drawn> | null => {
    const known = drawn.get(key)
    if (known) {
      drawn.delete(key)
      drawn.set(key, known)
      return known
    }
    if (pending.size >= waiting) return null
    const drawing = turn.then(draw)
    drawn.set(key, drawing)
    pending.add(key)
    turn = drawing
      .catch(() => drawn.delete(key))
      .finally(() => {
        pending.delete(key)
        forgetOldest()
      })
    return drawing
  }

  /** `has`: whether it is cached, or being drawn, so that requesting it costs nothing. */
  return Object.assign(drawnFor, { has: (key: string) => drawn.has(key) })
}
