import {
  keptForMs,
  type NewQueuedMutation,
  nextQueuedMutation,
  type QueuedMutation,
  tooOld,
} from './queued-mutation.ts'

/** The store of queued mutations, in the order in which they were made. Each call happens completely or not at all. */
export type MutationStore = {
  all(): Promise<QueuedMutation[]>
  add(press: NewQueuedMutation, join?: Parameters<typeof import('./queued-mutation.ts').joined>[2]): Promise<void>
  /** From now on it may have arrived, and is not changed any more; null if it is gone. */
  take(key: string): Promise<QueuedMutation | null>
  refuse(key: string, sentence: string): Promise<void>
  remove(keys: readonly string[]): Promise<void>
}

export type Answer =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; sentence: string }
  /** `fault`: the server failed at this one; what does not wait for it is sent. */
  | { kind: 'later'; why: 'line' | 'signed_out' | 'fault' }

type Sending = {
  store: MutationStore
  owner: string
  post: (press: QueuedMutation) => Promise<Answer>
  now: () => number
  /** A response has arrived: the queue has changed. */
  told?: (press: QueuedMutation, answer: Answer) => void
}

/**
 * Sends the queue, one after the other, until nothing is left or nothing gets through. It may be killed between any two
 * steps and run in two tabs concurrently: a mutation is marked before it is sent and deleted only after its response,
 * so it is never lost; and its key makes the server apply it once.
 */
export async function sendAll({
  store,
  owner,
  post,
  now,
  told,
}: Sending): Promise<Extract<Answer, { kind: 'later' }> | null> {
  const failed = new Set<string>()
  let later: Extract<Answer, { kind: 'later' }> | null = null
  const oldest = async () => nextQueuedMutation(await store.all(), owner, failed)
  for (let next = await oldest(); next; next = await oldest()) {
    const press = await store.take(next.key)
    if (!press) continue
    const isOld = now() - press.pressedAt > keptForMs
    const answer: Answer = isOld ? { kind: 'refused', sentence: tooOld } : await post(press)
    if (answer.kind === 'later' && answer.why !== 'fault') return answer
    if (answer.kind === 'later') {
      later = answer
      failed.add(press.lane)
      continue
    }
    if (answer.kind === 'done') await store.remove([press.key])
    else await store.refuse(press.key, answer.sentence)
    told?.(press, answer)
  }
  return later
}
