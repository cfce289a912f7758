import type { NewStockEntry } from './orders/order-book.ts'
import type { SeedProduct } from './products.ts'

/**
 * All stock entries, in chronological order. When the farm lists a product, it states what later orders have taken and
 * what is left now; so the entries add up to the stock, and at no moment was more taken than there was. Where less is
 * left than was returned, the farm has stated less in the meantime.
 */
export function stockEntries(products: readonly SeedProduct[], moved: readonly NewStockEntry[]): NewStockEntry[] {
  const byProduct = Map.groupBy(inTime(moved), ({ productId }) => productId)
  const first: NewStockEntry[] = []
  const adjustments: NewStockEntry[] = []
  for (const { row, availableQty } of products) {
    const moves = byProduct.get(row.id) ?? []
    const { sum, lowest } = runningSum(moves)
    const stated = Math.max(availableQty - sum, -lowest)
    const entry = { productId: row.id, cause: 'stated' as const, orderLineId: null }
    if (stated > 0) first.push({ ...entry, delta: stated, at: row.createdAt })
    const tooMuch = stated + sum - availableQty
    const last = moves.at(-1)
    if (tooMuch > 0 && last) adjustments.push({ ...entry, delta: -tooMuch, at: last.at })
  }
  return inTime([...first, ...moved, ...adjustments])
}

function runningSum(moves: readonly NewStockEntry[]) {
  let [sum, lowest] = [0, 0]
  for (const { delta } of moves) {
    sum += delta
    lowest = Math.min(lowest, sum)
  }
  return { sum, lowest }
}

const inTime = (entries: readonly NewStockEntry[]) => entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
