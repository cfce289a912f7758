import type { HarvestRange } from '#modules/products/catalog/harvest/harvest-window.ts'

/** The weather condition that a day's number may have; it is also the stored note. */
export const rainNote = '雨なら半分'

type Amounts = Pick<HarvestRange, 'leastQty' | 'mostQty' | 'confidence'> & { note: string }

/** A number of units on one day; if rain halves them, only half is promised. The farm's own note stays. */
export const promiseOfOneDay = (qty: number, half: boolean, note: string): Amounts =>
  half
    ? { leastQty: Math.floor(qty / 2), mostQty: qty, confidence: 'low', note: note || rainNote }
    : { leastQty: qty, mostQty: qty, confidence: 'high', note: note === rainNote ? '' : note }

/** The inverse; null if a promise contains more than one day's number can. */
export function saidForOneDay(window: HarvestRange): { qty: number; half: boolean } | null {
  const { from, to, leastQty, mostQty, confidence } = window
  if (from !== to) return null
  if (confidence === 'high' && leastQty === mostQty) return { qty: mostQty, half: false }
  if (confidence === 'low' && leastQty === Math.floor(mostQty / 2)) return { qty: mostQty, half: true }
  return null
}
