import pg from 'pg'
import { type LiveData, livePingMs } from '#kernel/live.ts'

/** An event as it is sent; `text` is serialised once for all receivers. */
export type LiveEvent = { seq: number; rooms: readonly string[]; kind: string; data: unknown; text: string }

/** One open stream. */
export type LiveEar = {
  rooms: readonly string[]
  /** The names under which a change of its session reaches it: `session:…`, `person:…`, `admin:…`. */
  doors: readonly string[]
  hear(event: LiveEvent): void
  /** What is not stored: it has no number, and cannot be requested again. */
  hearInPassing(bytes: Buffer): void
  ping(): void
  /** The listener may have been signed out or suspended: authenticates it again, and ends the stream if necessary. */
  askAgain(): void
  end(): void
}

export type LiveHub = {
  /** The newest number that this process has sent. */
  last(): number
  join(ear: LiveEar): () => void
  /** The events in these rooms after one number, up to another; null if that is too long ago to have all of them. */
  between(rooms: readonly string[], after: number, upTo: number): Promise<LiveEvent[] | null>
  /** How many streams are open. */
  count(): number
  close(): Promise<void>
}

type Options = { connection: pg.ClientConfig; onNotice: (line: string) => void }

/** Rows per read. */
const batch = 500
const newEvents = {
  name: 'new_live_events',
  text: 'select seq, rooms, kind, data from live_events where seq > $1 order by seq limit $2',
}
/** A client that was away for longer starts afresh. */
const longestReplay = 5_000
/**
 * The number of recent events in memory: when thousands of clients reconnect together, they do not all query the
 * database.
 */
const atHand = 1_000
/**
 * Streams of one session, user or administrator in this process; opening more ends the oldest, which is the most likely
 * to be dead (a phone that has changed its network). A browser needs one, whatever its tabs.
 */
export const mostAtOneDoor = 10
/** Milliseconds before the database is tried again; a server that restarts needs a moment. */
const retryAfter = [100, 500, 2_000, 5_000] as const
/** After this many pings a stream is authenticated again: a backstop for a lost message about its session. */
const pingsBetweenQuestions = 3
/** Pings are spread over this many beats of one timer, so that no other request waits for all of them. */
const beats = 20
const slots = beats * pingsBetweenQuestions
/** A connection that does not answer within this is dead. */
const patienceMs = 10_000

/**
 * Listens to commits in the database and sends them to the streams of this process, over a connection of its own. A
 * notification carries no data: new events are read by their number, once for all streams, so that a lost notification
 * loses no event. If the connection breaks, it is made again and everything since is read.
 */
export async function liveHub({ connection, onNotice }: Options): Promise<LiveHub> {
  const rooms = new Map<string, Set<LiveEar>>()
  const doors = new Map<string, Set<LiveEar>>()
  /** With the slot of the timer in which each is authenticated again. */
  const ears = new Map<LiveEar, number>()
  let client: pg.Client | null = null
  let last: number | null = null
  let recent: LiveEvent[] = []
  /** Everything after this number is in `recent`. */
  let recentFrom = 0
  let reading: Promise<void> | null = null
  let again = false
  let fails = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'une-to-sara-live',
      // of `newEvents`, which would be planned anew after each commit that tells anything
      options: '-c plan_cache_mode=force_generic_plan',
    })
    mine.on('error', () => {})
    mine.once('end', () => lost(mine))
    mine.on('notification', heard)
    try {
      await within(mine.connect())
      if (closed) return void mine.end().catch(() => {})
      client = mine
      await mine.query('listen live')
      await mine.query('listen live_doors')
      if (last === null) {
        const { rows } = await mine.query<Row>(
          'select seq, rooms, kind, data from live_events where seq is not null order by seq desc limit $1',
          [atHand],
        )
        recent = rows.map(eventOf).reverse()
        last = recent.at(-1)?.seq ?? 0
        recentFrom = (recent[0]?.seq ?? 1) - 1
        // clients that connected before the position was known: they reconnect with the number of their last event
        for (const ear of [...ears.keys()]) ear.end()
      } else {
        // what was sent meanwhile, also about sessions, was missed
        for (const ear of [...ears.keys()]) ear.askAgain()
      }
      await readNew()
      if (fails > 0) onNotice('The connection for live updates is there again.')
      fails = 0
    } catch {
      lost(mine)
    }
  }

  function lost(mine: pg.Client): void {
    if (closed || (client !== null && client !== mine)) return
    client = null
    void mine.end().catch(() => {})
    if (fails === 0) onNotice('The connection for live updates was lost; it is made again.')
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), retryAfter[Math.min(fails++, retryAfter.length - 1)])
  }

  function heard({ channel, payload = '' }: pg.Notification): void {
    if (channel === 'live_doors') for (const ear of doors.get(payload) ?? []) ear.askAgain()
    else if (payload === '') void readNew()
    else sayInPassing(payload)
  }

  function sayInPassing(payload: string): void {
    const said = readPassing(payload)
    if (!said) return
    const bytes = Buffer.from(eventText(null, said.kind, said.data))
    for (const ear of earsIn(said.rooms)) ear.hearInPassing(bytes)
  }

  /** One read at a time; what arrives during it is read by the next round. */
  function readNew(): Promise<void> {
    again = true
    reading ??= readOn().finally(() => {
      reading = null
    })
    return reading
  }

  async function readOn(): Promise<void> {
    while (again && client && !closed) {
      again = false
      const asked = client
      const found = await asked.query<Row>({ ...newEvents, values: [last, batch] }).catch(() => null)
      if (!found) return lost(asked)
      for (const row of found.rows) {
        const event = eventOf(row)
        last = event.seq
        recent.push(event)
        for (const ear of earsIn(event.rooms)) ear.hear(event)
      }
      const gone = recent.splice(0, Math.max(0, recent.length - atHand)).at(-1)
      if (gone) recentFrom = gone.seq
      if (found.rows.length === batch) again = true
    }
  }

  const earsIn = (named: readonly string[]): Set<LiveEar> => {
    const found = new Set<LiveEar>()
    for (const room of named) for (const ear of rooms.get(room) ?? []) found.add(ear)
    return found
  }

  const watch = setInterval(() => {
    const asked = client
    if (asked) within(asked.query('select 1')).catch(() => lost(asked))
  }, livePingMs)
  watch.unref()

  let beat = 0
  let joined = 0
  /** Only while there are streams: an idle process is not woken every second. */
  let pulse: NodeJS.Timeout | null = null
  function startPulse(): void {
    pulse = setInterval(() => {
      beat += 1
      for (const [ear, slot] of [...ears]) {
        if ((slot + beat) % beats === 0) ear.ping()
        if ((slot + beat) % slots === 0) ear.askAgain()
      }
    }, livePingMs / beats)
    pulse.unref()
  }
  function stopPulse(): void {
    if (pulse) clearInterval(pulse)
    pulse = null
  }

  await connect()

  return {
    last: () => last ?? 0,
    count: () => ears.size,
    join(ear) {
      // not at once: the stream does not know yet how to leave
      if (closed) setImmediate(() => ear.end())
      ears.set(ear, joined++ % slots)
      if (!pulse) startPulse()
      for (const room of ear.rooms) enter(rooms, room, ear)
      for (const door of ear.doors) {
        enter(doors, door, ear)
        const [oldest, ...others] = doors.get(door) ?? []
        if (others.length >= mostAtOneDoor) oldest?.end()
      }
      return () => {
        ears.delete(ear)
        if (ears.size === 0) stopPulse()
        for (const room of ear.rooms) leave(rooms, room, ear)
        for (const door of ear.doors) leave(doors, door, ear)
      }
    },
    async between(named, after, upTo) {
      if (after >= upTo) return []
      if (after >= recentFrom && last !== null) {
        const here = new Set(named)
        return asTheyAreNow(
          recent.filter(({ seq, rooms }) => seq > after && seq <= upTo && rooms.some((room) => here.has(room))),
        )
      }
      if (upTo - after > longestReplay || !client) return null
      const { rows: found } = await client.query<Row>(
        `select seq, rooms, kind, data from live_events
          where seq > $1 and seq <= $2 and rooms && $3 order by seq`,
        [after, upTo, named],
      )
      // events older than the oldest in memory are not available any more
      const { rows: oldest } = await client.query<{ seq: number | null }>('select min(seq) as seq from live_events')
      const kept = oldest[0]?.seq
      return kept && Number(kept) <= after + 1 ? asTheyAreNow(found.map(eventOf)) : null
    },
    async close() {
      closed = true
      clearInterval(watch)
      stopPulse()
      clearTimeout(retry)
      for (const ear of [...ears.keys()]) ear.end()
      await client?.end().catch(() => {})
    },
  }
}

type Row = { seq: number; rooms: string[]; kind: string; data: unknown }

function eventOf({ seq, rooms, kind, data }: Row): LiveEvent {
  const number = Number(seq)
  return { seq: number, rooms, kind, data, text: eventText(number, kind, data) }
}

/**
 * Messages that were changed or deleted since are sent in their current state: a late client does not see a deleted
 * text.
 */
function asTheyAreNow(events: LiveEvent[]): LiveEvent[] {
  const now = new Map<string, unknown>()
  for (const { kind, data } of events) if (kind === 'message_changed') now.set(messageIn(data), data)
  if (now.size === 0) return events
  return events.map((event) => {
    const { seq, kind } = event
    const data = kind === 'message' || kind === 'message_changed' ? now.get(messageIn(event.data)) : undefined
    return data === undefined || data === event.data ? event : { ...event, data, text: eventText(seq, kind, data) }
  })
}

/** The message that an event of a conversation is about. */
function messageIn(data: unknown): string {
  const { farmId, restaurantId, message } = data as LiveData['message']
  const no = typeof message === 'object' && message !== null && 'no' in message ? message.no : null
  return `${farmId} ${restaurantId} ${no}`
}

/** In the format of the stream (text/event-stream). */
const eventText = (seq: number | null, kind: string, data: unknown): string =>
  `${seq === null ? '' : `id: ${seq}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`

function readPassing(payload: string): { rooms: string[]; kind: string; data: unknown } | null {
  try {
    const said: unknown = JSON.parse(payload)
    if (typeof said !== 'object' || said === null || !('rooms' in said) || !('kind' in said) || !('data' in said))
      return null
    const { rooms, kind, data } = said
    return Array.isArray(rooms) && typeof kind === 'string' ? { rooms: rooms.map(String), kind, data } : null
  } catch {
    return null
  }
}

function enter(map: Map<string, Set<LiveEar>>, name: string, ear: LiveEar): void {
  const there = map.get(name)
  if (there) there.add(ear)
  else map.set(name, new Set([ear]))
}

function leave(map: Map<string, Set<LiveEar>>, name: string, ear: LiveEar): void {
  const there = map.get(name)
  there?.delete(ear)
  if (there?.size === 0) map.delete(name)
}

const within = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer')), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
