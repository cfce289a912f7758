/** The possible closing times, on the day before packing or on the day itself. */
export const cutoffs = ['1:12', '1:15', '1:18', '1:20', '1:24', '2:12', '2:18', '0:6', '0:8'] as const

/** 1:18 → 前日の18:00 */
export function cutoffWord(cutoff: string): string {
  const [days = 0, hour = 0] = cutoff.split(':').map(Number)
  const day = days === 0 ? '当日' : days === 1 ? '前日' : `${days}日前`
  return `${day}の${hour}:00${hour === 24 ? '（深夜0時）' : ''}`
}

/** Hours from the cutoff to packing: closing at 18:00 the day before, packing at 10:00, is 16. */
export function hoursBefore(cutoff: string, packingHour: number): number {
  const [days = 0, hour = 0] = cutoff.split(':').map(Number)
  return days * 24 + packingHour - hour
}

/** The cutoff this many hours before packing; null if it is not in the list. */
export const cutoffOf = (hours: number, packingHour: number): string | null =>
  cutoffs.find((cutoff) => hoursBefore(cutoff, packingHour) === hours) ?? null
