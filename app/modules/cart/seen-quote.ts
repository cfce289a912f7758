import type { FarmId, ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { wayText } from '#modules/delivery/way-text.ts'
import type { SeenQuote } from './cart-input.ts'
import type { Quote } from './quote.ts'

export const seenOf = (quote: Quote): SeenQuote => ({
  totalYen: quote.totalYen,
  lines: quote.farms.flatMap((farm) =>
    farm.lines.map((line) => ({ productId: line.productId, qty: line.qty, priceYen: line.priceYen })),
  ),
  farms: quote.farms.map((farm) => ({
    farmId: farm.farmId,
    deliveryOn: farm.day?.deliveryOn ?? null,
    slot: farm.slot,
    wayId: farm.way?.id ?? null,
    freightYen: farm.freightYen,
    lateCancelPercent: farm.lateCancelPercent,
  })),
})

export type QuoteChange =
  | { kind: 'price'; productId: ProductId; name: string; before: number; after: number }
  | { kind: 'quantity'; productId: ProductId; name: string; before: number; after: number }
  | { kind: 'added'; productId: ProductId; name: string }
  | { kind: 'removed'; productId: ProductId }
  | { kind: 'day'; farmId: FarmId; name: string; before: JstDate | null; after: JstDate | null }
  | { kind: 'freight'; farmId: FarmId; name: string; before: number; after: number }
  | { kind: 'way'; farmId: FarmId; name: string; after: string }
  | { kind: 'late_cancel'; farmId: FarmId; name: string; before: number; after: number }
  | { kind: 'total'; before: number; after: number }

/** Everything that differs from what the buyer saw; empty if nothing does. */
export function changesSince(seen: SeenQuote, quote: Quote): QuoteChange[] {
  const changes: QuoteChange[] = []
  const now = new Set<ProductId>()
  for (const farm of quote.farms) {
    const before = seen.farms.find((it) => it.farmId === farm.farmId)
    for (const line of farm.lines) {
      now.add(line.productId)
      const { productId, name } = line
      const was = seen.lines.find((it) => it.productId === productId)
      if (!was) changes.push({ kind: 'added', productId, name })
      else {
        if (was.priceYen !== line.priceYen)
          changes.push({ kind: 'price', productId, name, before: was.priceYen, after: line.priceYen })
        if (was.qty !== line.qty) changes.push({ kind: 'quantity', productId, name, before: was.qty, after: line.qty })
      }
    }
    const { farmId, name } = farm
    const day = farm.day?.deliveryOn ?? null
    if (!before) {
      changes.push({ kind: 'day', farmId, name, before: null, after: day })
      continue
    }
    if (before.deliveryOn !== day || before.slot !== farm.slot)
      changes.push({ kind: 'day', farmId, name, before: before.deliveryOn, after: day })
    if (before.wayId !== undefined && before.wayId !== (farm.way?.id ?? null))
      changes.push({ kind: 'way', farmId, name, after: wayText(farm.way) })
    if (before.freightYen !== farm.freightYen)
      changes.push({ kind: 'freight', farmId, name, before: before.freightYen, after: farm.freightYen })
  }
  for (const { farmId, name, lateCancelPercent: after } of quote.farms) {
    const before = seen.farms.find((it) => it.farmId === farmId)?.lateCancelPercent
    if (before !== undefined && before < after) changes.push({ kind: 'late_cancel', farmId, name, before, after })
  }
  for (const { productId } of seen.lines) if (!now.has(productId)) changes.push({ kind: 'removed', productId })
  if (changes.length === 0 && seen.totalYen !== quote.totalYen)
    changes.push({ kind: 'total', before: seen.totalYen, after: quote.totalYen })
  return changes
}
