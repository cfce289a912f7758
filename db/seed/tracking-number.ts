import type { Random } from './random.ts'

/** Twelve digits of which the last is the first eleven modulo 7, as printed by carriers. */
export function trackingNumber(random: Random): string {
  const eleven = `${random.int(100_000, 999_999)}${random.int(10_000, 99_999)}`
  return `${eleven}${Number(eleven) % 7}`
}
