import { type Grams, grams } from '#kernel/grams.ts'

/** Weight with packaging, and bulk, of food of which no more is known than its weight: two litres per kilogram. */
export const usualBox = (net: Grams): { grossGrams: Grams; sizePoints: number } => ({
  grossGrams: grams(Math.ceil((net * 1.06 + 60) / 10) * 10),
  sizePoints: Math.max(1, Math.ceil(net / 500)),
})
