import type { Result } from '#kernel/result.ts'

/** A step that was refused would leave a demo with a hole. */
export function expectDone<T>(done: Result<T, string>): T {
  if (!done.ok) throw new Error(`refused: ${done.refusal}`)
  return done.value
}
