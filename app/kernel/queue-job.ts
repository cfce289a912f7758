/** A job of a queue. It has the id of the row that it is about, and nothing else: the row is the truth. */
export type QueueJob = {
  id: string
  /** Attempts before this one. */
  retryCount: number
}

/** A job in the queue of those that are given up. */
export type DeadJob = {
  id: string
  /** The queue that gave it up, and its id there. */
  sourceName: string | null
  sourceId: string | null
}

/** Why nothing was to be done: it is over, or useless, or its row waits for a later job. */
type Skipped = 'over' | 'useless' | 'later'

/**
 * What became of a job. The queue tries a `failed` one again later, as often as its settings say, and gives a
 * `deadletter` up at once.
 */
export type JobEnd = {
  id: string
  status: 'completed' | 'failed' | 'deadletter'
  output?: { reason: string } | { skipped: Skipped }
}

export const skipped = (id: string, why: Skipped): JobEnd => ({ id, status: 'completed', output: { skipped: why } })

/**
 * The queue of the scheduled jobs (app/jobs.ts), all in one: a worker asks once for what a minute has brought, not once for
 * each job.
 */
export const scheduleQueue = 'schedule'
