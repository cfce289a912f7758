/**
 * A mutation that was submitted on this device and that the server has not answered yet. It is stored with a key of its
 * own, so that it counts once, however often it is sent, and with its time; its content is a form as a page would send
 * it.
 */
export type QueuedMutation = {
  key: string
  /** The mark of the user in the organisation; no other session sends it. */
  owner: string
  /** The object: mutations of one lane arrive in the order in which they were made, and wait for each other. */
  lane: string
  /** Where it is sent, and the page on which it can be repeated. Paths of this site. */
  to: string
  page: string
  /** The name of the object, and the text of the button. */
  about: string
  label: string
  fields: readonly (readonly [name: string, value: string | File])[]
  /** In ms since 1970, by the device's clock, which may be wrong. */
  pressedAt: number
  /** It may have arrived without a response; from then on it is not changed. */
  tried: boolean
  /** Why the server refused it, in a sentence; null while it is queued. */
  refused: string | null
}

export type NewQueuedMutation = Omit<QueuedMutation, 'tried' | 'refused'>

/** The maximum age: the server deletes keys after 30 days and would apply it twice. In ms. */
export const keptForMs = 14 * 24 * 3_600_000

export const tooOld = '2週間以上前の操作のため、送信されません。届いているかは、画面で確認してください。'

/** The next one to send for this user: the oldest of a lane in which nothing was refused, or has just failed. */
export function nextQueuedMutation(
  presses: readonly QueuedMutation[],
  owner: string,
  failed: ReadonlySet<string> = new Set(),
): QueuedMutation | null {
  const own = presses.filter((press) => press.owner === owner)
  const stopped = new Set(own.filter(({ refused }) => refused !== null).map(({ lane }) => lane))
  return own.find(({ lane }) => !stopped.has(lane) && !failed.has(lane)) ?? null
}

/**
 * How a mutation joins the queue: it is added, or it replaces the last one of its lane if `join` merges the two and the
 * last has not been sent yet; null removes both. The same press twice, by a trembling finger, counts once.
 */
export function joined(
  presses: readonly QueuedMutation[],
  press: NewQueuedMutation,
  join?: (last: QueuedMutation, next: NewQueuedMutation) => NewQueuedMutation | 'apart' | null,
): { remove: string | null; add: NewQueuedMutation | null } {
  const last = presses.findLast(({ lane, owner }) => lane === press.lane && owner === press.owner)
  if (!last || last.refused !== null) return { remove: null, add: press }
  if (!join && isSame(last, press)) return { remove: null, add: null }
  const both = join && !last.tried ? join(last, press) : 'apart'
  return both === 'apart' ? { remove: null, add: press } : { remove: last.key, add: both }
}

const isSame = (last: QueuedMutation, next: NewQueuedMutation) =>
  last.to === next.to && JSON.stringify(last.fields.filter(isSaid)) === JSON.stringify(next.fields.filter(isSaid))

/** The key of the form is not part of its content. */
const isSaid = ([name]: QueuedMutation['fields'][number]) => name !== 'key'

/** What 「取り下げてやり直す」 discards: the refused mutation and those queued after it. */
export const takenBack = (presses: readonly QueuedMutation[], lane: string): string[] =>
  presses.filter((press) => press.lane === lane).map(({ key }) => key)

/** The value of a field; null if the mutation has none. */
export function fieldOf(press: Pick<QueuedMutation, 'fields'>, name: string): string | null {
  const value = press.fields.find(([field]) => field === name)?.[1]
  return typeof value === 'string' ? value : null
}
