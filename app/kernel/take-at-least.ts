/**
 * The outcome of some work, not before `ms` milliseconds have passed: so that the time of an answer does not tell which
 * way was taken, as long as each of them is quicker. A failure waits, too.
 */
export async function takeAtLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const time = new Promise<void>((passed) => setTimeout(passed, ms))
  const [outcome] = await Promise.allSettled([work(), time])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
