import type { Point } from './chart.tsx'

export type Spot = { x: number; y: number }

/**
 * The positions of the points in a box of `width` × `height` with a margin of `edge`: the smallest value at the bottom,
 * the largest at the top, all equal in the middle. Gaps split the line, so the result is a list of segments.
 */
export function linePieces(points: readonly Point[], width: number, height: number, edge: number): Spot[][] {
  const values = points.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const step = points.length > 1 ? (width - 2 * edge) / (points.length - 1) : 0
  const pieces: Spot[][] = [[]]
  for (const [index, { value }] of points.entries()) {
    if (value === null) {
      pieces.push([])
      continue
    }
    const share = high === low ? 0.5 : (value - low) / (high - low)
    pieces.at(-1)?.push({ x: round(edge + index * step), y: round(edge + (1 - share) * (height - 2 * edge)) })
  }
  return pieces.filter((piece) => piece.length > 0)
}

const round = (value: number) => Math.round(value * 100) / 100
