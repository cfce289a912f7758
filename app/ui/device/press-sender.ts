import { keptForMs, type NewPress, nextPress, type Press, tooOld } from './press.ts'

/** Where presses are kept, in the order in which they were made. Each call happens whole or not at all. */
export type PressStore = {
  all(): Promise<Press[]>
  add(press: NewPress, join?: Parameters<typeof import('./press.ts').joined>[2]): Promise<void>
  /** From now on it may have arrived, and stays as it is; null if it is gone. */
  take(key: string): Promise<Press | null>
  refuse(key: string, sentence: string): Promise<void>
  remove(keys: readonly string[]): Promise<void>
}

export type Answer =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later'; why: 'line' | 'signed_out' }

type Sending = {
  store: PressStore
  owner: string
  post: (press: Press) => Promise<Answer>
  now: () => number
  /** Something has been answered: what waits is another now. */
  told?: (press: Press, answer: Answer) => void
}

/**
 * Sends what waits, one after the other, until nothing is left or nothing gets through. It may die between any two steps
 * and run in two tabs at once: a press is marked before it is sent and taken away only after its answer, so it is never
 * lost; and its key lets our server do it once.
 */
export async function sendAll({
  store,
  owner,
  post,
  now,
  told,
}: Sending): Promise<Extract<Answer, { kind: 'later' }> | null> {
  for (let next = nextPress(await store.all(), owner); next; next = nextPress(await store.all(), owner)) {
    const press = await store.take(next.key)
    if (!press) continue
    const isOld = now() - press.pressedAt > keptForMs
    const answer: Answer = isOld ? { kind: 'refused', sentence: tooOld } : await post(press)
    if (answer.kind === 'later') return answer
    if (answer.kind === 'done') await store.remove([press.key])
    else await store.refuse(press.key, answer.sentence)
    told?.(press, answer)
  }
  return null
}
