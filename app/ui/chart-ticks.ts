/** The marks of an axis from zero up to the first that is not below the largest value: round figures, four or five of them. */
export function axisTicks(largest: number): number[] {
  if (!(largest > 0)) return [0, 1]
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((round) => round * power >= rough) ?? 10) * power
  const count = Math.ceil(largest / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
