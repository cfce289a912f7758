/**
 * The result of some work, returned after at least `ms` milliseconds: so that the response time does not reveal which
 * path was taken, as long as each is quicker. A failure waits, too.
 */
export async function minDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const time = new Promise<void>((passed) => setTimeout(passed, ms))
  const [outcome] = await Promise.allSettled([work(), time])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
