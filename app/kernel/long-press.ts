/** The range of a held button; both ends included. */
export type StepRange = { min: number; max: number; step: number }

/**
 * The next number while a button is held down; it stops at the end of the range and does not wrap, so that holding
 * minus does not remove the last one.
 */
export function heldStep(value: number, direction: 1 | -1, { min, max, step }: StepRange): number {
  const next = value + direction * step
  return next < min || next > max ? value : next
}
