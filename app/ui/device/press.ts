/**
 * What somebody pressed on this device and our server has not answered yet. It is kept with a key of its own, so that it
 * counts once, however often it is sent, and with its time; what it says is a form as a page would send it.
 */
export type Press = {
  key: string
  /** The mark of the person who pressed, in their place; nobody else's session sends it. */
  owner: string
  /** What it is about: presses of one lane arrive in the order in which they were made, and wait for each other. */
  lane: string
  /** Where it is sent, and the page on which it can be done anew. Paths of this site. */
  to: string
  page: string
  /** Which thing it was done to, and the words on the button. */
  about: string
  label: string
  fields: readonly (readonly [name: string, value: string | File])[]
  /** In ms since 1970, by the device's clock, which may be wrong. */
  pressedAt: number
  /** It may have arrived, though nobody has told us; from then on it stays as it is. */
  tried: boolean
  /** Why our server did not do it, in a sentence; null while it waits. */
  refused: string | null
}

export type NewPress = Omit<Press, 'tried' | 'refused'>

/** Longer than this nobody waits, and our server forgets keys after 30 days: it would do it twice. In ms. */
export const keptForMs = 14 * 24 * 3_600_000

export const tooOld = '2週間よりまえに押したものなので、もう送りません。届いているかは、画面で確かめてください。'

/** The next one to be sent for this person: the oldest of a lane in which nothing was refused. */
export function nextPress(presses: readonly Press[], owner: string): Press | null {
  const own = presses.filter((press) => press.owner === owner)
  const stopped = new Set(own.filter(({ refused }) => refused !== null).map(({ lane }) => lane))
  return own.find(({ lane }) => !stopped.has(lane)) ?? null
}

/**
 * How a press joins those that wait: it is added, or it takes the place of the last one of its lane where `join` makes one
 * of the two and the last has not been on its way; null takes both away. The same press twice, by a finger that trembles,
 * counts once.
 */
export function joined(
  presses: readonly Press[],
  press: NewPress,
  join?: (last: Press, next: NewPress) => NewPress | 'apart' | null,
): { remove: string | null; add: NewPress | null } {
  const last = presses.findLast(({ lane, owner }) => lane === press.lane && owner === press.owner)
  if (!last || last.refused !== null) return { remove: null, add: press }
  if (!join && isSame(last, press)) return { remove: null, add: null }
  const both = join && !last.tried ? join(last, press) : 'apart'
  return both === 'apart' ? { remove: null, add: press } : { remove: last.key, add: both }
}

const isSame = (last: Press, next: NewPress) =>
  last.to === next.to && JSON.stringify(last.fields.filter(isSaid)) === JSON.stringify(next.fields.filter(isSaid))

/** The key of the form is no part of what it says. */
const isSaid = ([name]: Press['fields'][number]) => name !== 'key'

/** What is taken back when somebody answers 「やり直す」: what was refused and what was pressed after it. */
export const takenBack = (presses: readonly Press[], lane: string): string[] =>
  presses.filter((press) => press.lane === lane).map(({ key }) => key)

/** The value of a field; null where the press has none. */
export function fieldOf(press: Pick<Press, 'fields'>, name: string): string | null {
  const value = press.fields.find(([field]) => field === name)?.[1]
  return typeof value === 'string' ? value : null
}
