/** Which numbers a held button may reach; both ends included. */
export type StepRange = { min: number; max: number; step: number }

/**
 * The next number while a button is held down; it stops at the end and never jumps over it, so that
 * holding minus does not take away the last one.
 */
export function heldStep(value: number, direction: 1 | -1, { min, max, step }: StepRange): number {
  const next = value + direction * step
  return next < min || next > max ? value : next
}
