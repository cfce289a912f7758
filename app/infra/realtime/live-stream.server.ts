import type { Socket } from 'node:net'
import type { LiveEar, LiveEvent, LiveHub } from './live-hub.server.ts'
import { type HttpConnection, headOf, takeConnection } from './taken-connection.server.ts'

type Asked = {
  rooms: readonly string[]
  doors: readonly string[]
  /** The number of the last event that the client has received; null: from now on. */
  after: number | null
  /** Whether the client may still listen; checked again when it may have changed. */
  mayStay(): Promise<boolean>
}

/** Sends the stream on this connection, with these headers beside its own. Nothing else may answer the request. */
export type BeginStream = (connection: HttpConnection, headers: Headers) => void

/**
 * Bytes that may wait in this process for a slow reader, beside what the system's own buffer takes; then the stream is cut off, and
 * the client reconnects for the rest.
 */
const mostWaitingBytes = 256 * 1024
/** Events that may wait while a reader is sent its past. */
const mostWaitingEvents = 1_000
/** Missed events are sent in pieces of this size, each when the one before it has been taken. */
const inOnePiece = 100

const ping = Buffer.from('event: ping\ndata: {}\n\n')

/**
 * The events of some rooms as a stream (text/event-stream): first those missed since `after`, then new ones, each once
 * and in order. `ready` marks the end of the past; `reset` says that too much was missed to send it.
 *
 * It is written to the socket itself and keeps nothing of its request (docs/decisions/0120).
 */
export const liveStream =
  (hub: LiveHub, asked: Asked): BeginStream =>
  (connection, headers) => {
    headers.set('content-type', 'text/event-stream; charset=utf-8')
    headers.set('cache-control', 'no-store, no-transform')
    // for proxies that would buffer it
    headers.set('x-accel-buffering', 'no')
    takeConnection(connection, (socket) => {
      socket.write(headOf(headers))
      void new LiveStream(hub, asked, socket).begin(asked.after)
    })
  }

class LiveStream implements LiveEar {
  readonly rooms: readonly string[]
  readonly doors: readonly string[]
  readonly #mayStay: () => Promise<boolean>
  readonly #hub: LiveHub
  readonly #socket: Socket
  readonly #leave: () => void
  #sent: number
  /** Events that arrive while the past is sent wait here. */
  #waiting: LiveEvent[] | null = []
  #isOver = false
  #isBehind = false
  #isAsking = false
  #asksOnceMore = false
  /** Of the past, when the reader has taken a piece. */
  #goOn: (() => void) | null = null

  constructor(hub: LiveHub, { rooms, doors, after, mayStay }: Asked, socket: Socket) {
    this.#hub = hub
    this.rooms = rooms
    this.doors = doors
    this.#mayStay = mayStay
    this.#socket = socket
    this.#sent = after ?? hub.last()
    this.#leave = hub.join(this)
    socket.on('close', () => this.#over())
    socket.on('error', () => this.#over())
    // a client that says no more has gone; what it says is not read
    socket.on('end', () => socket.destroy())
    socket.on('drain', () => this.#goOn?.())
    socket.resume()
  }

  async begin(after: number | null): Promise<void> {
    const begins = this.#hub.last()
    // thousands that are cut off together do not reconnect together
    this.#socket.write(`retry: ${Math.round(1_000 + Math.random() * 3_000)}\n\n`)
    const past = after === null ? [] : await this.#hub.between(this.rooms, after, begins).catch(() => null)
    for (let from = 0; past && from < past.length && !this.#isOver; from += inOnePiece) {
      const piece = past.slice(from, from + inOnePiece).map(({ text }) => text)
      if (!this.#socket.write(piece.join(''))) await this.#taken()
    }
    if (this.#isOver) return
    this.#sent = Math.max(this.#sent, begins)
    this.#socket.write(`id: ${this.#sent}\nevent: ${past ? 'ready' : 'reset'}\ndata: {}\n\n`)
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const event of waiting) this.hear(event)
  }

  /** Resolves when the reader has taken all that was written, or the stream is over. */
  async #taken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#goOn = resolve
    await promise
    this.#goOn = null
  }

  hear(event: LiveEvent): void {
    if (this.#waiting) {
      if (this.#waiting.push(event) > mostWaitingEvents) this.#cutOff()
      return
    }
    if (event.seq <= this.#sent) return
    this.#sent = event.seq
    this.#write(bytesOf(event))
  }

  hearInPassing(bytes: Buffer): void {
    this.#write(bytes)
  }

  /** What still waits at the second ping is not read any more. */
  ping(): void {
    if (this.#isBehind && this.#socket.writableLength > 0) this.#cutOff()
    else this.#write(ping)
    this.#isBehind = this.#socket.writableLength > 0
  }

  /** A client that reconnects meanwhile may know of later events. */
  askAgain(): void {
    this.#asksOnceMore = this.#isAsking
    if (this.#isAsking || this.#isOver) return
    this.#isAsking = true
    const answered = (may: boolean) => {
      this.#isAsking = false
      if (!may) this.end()
      else if (this.#asksOnceMore) this.askAgain()
    }
    this.#mayStay().then(answered, () => answered(true))
  }

  end(): void {
    this.#over()
    if (this.#socket.writableLength > 0) this.#socket.destroy()
    else this.#socket.destroySoon()
  }

  /** What waits is thrown away. */
  #cutOff(): void {
    this.#over()
    this.#socket.destroy()
  }

  #write(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#socket.writableLength > mostWaitingBytes) this.#cutOff()
    else this.#socket.write(bytes)
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#leave()
    this.#goOn?.()
  }
}

const made = new WeakMap<LiveEvent, Buffer>()

/** The bytes of an event, made once for all receivers. */
function bytesOf(event: LiveEvent): Buffer {
  const known = made.get(event)
  if (known) return known
  const bytes = Buffer.from(event.text)
  made.set(event, bytes)
  return bytes
}

/** The same for clients that cannot hold a stream open: what was missed since `after`, as one response. */
export async function livePage(
  hub: LiveHub,
  { rooms, after }: { rooms: readonly string[]; after: number | null },
): Promise<{ next: number; reset: boolean; events: { id: number; event: string; data: unknown }[] }> {
  const upTo = hub.last()
  const past = after === null ? [] : await hub.between(rooms, after, upTo)
  return {
    next: upTo,
    reset: past === null,
    events: (past ?? []).map(({ seq, kind, data }) => ({ id: seq, event: kind, data })),
  }
}
