import type { LiveEvent, LiveHub } from './live-hub.server.ts'

type Asked = {
  rooms: readonly string[]
  doors: readonly string[]
  /** The number of the last event that the client has received; null: from now on. */
  after: number | null
  /** Whether the client may still listen; checked again when it may have changed. */
  mayStay(): Promise<boolean>
}

/**
 * The number of pieces that may wait for a slow reader; then the stream ends, and the client reconnects for the rest.
 */
const mostWaiting = 512
/** Missed events are sent in pieces of this size: they must not count as slowness of the reader. */
const inOnePiece = 100

const encoder = new TextEncoder()
const pingBytes = encoder.encode('event: ping\ndata: {}\n\n')

/**
 * The events of some rooms as a stream (text/event-stream): first those missed since `after`, then new ones, each once
 * and in order. `ready` marks the end of the past; `reset` says that too much was missed to send it.
 */
export function liveStream(hub: LiveHub, { rooms, doors, after, mayStay }: Asked): Response {
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const begins = hub.last()
        let sent = after ?? begins
        // events that arrive while the past is read wait here
        let waiting: LiveEvent[] | null = []
        let isOver = false
        const end = () => {
          if (isOver) return
          isOver = true
          leave()
          try {
            controller.close()
          } catch {
            // the reader has disconnected
          }
        }
        const write = (bytes: Uint8Array) => {
          if (isOver) return
          if ((controller.desiredSize ?? 0) <= 0) return end()
          controller.enqueue(bytes)
        }
        const send = (event: LiveEvent) => {
          if (event.seq <= sent) return
          sent = event.seq
          write(bytesOf(event))
        }
        let asking = false
        let askOnceMore = false
        // a client that reconnects meanwhile may know of later events
        const askAgain = () => {
          askOnceMore = asking
          if (asking || isOver) return
          asking = true
          const answered = (may: boolean) => {
            asking = false
            if (!may) end()
            else if (askOnceMore) askAgain()
          }
          mayStay().then(answered, () => answered(true))
        }
        const leave = hub.join({
          rooms,
          doors,
          hear: (event) => (waiting ? void waiting.push(event) : send(event)),
          hearInPassing: (text) => write(encoder.encode(text)),
          ping: () => write(pingBytes),
          askAgain,
          end,
        })
        stop = end
        // thousands that are cut off together do not reconnect together
        write(encoder.encode(`retry: ${Math.round(1_000 + Math.random() * 3_000)}\n\n`))
        const past = after === null ? [] : await hub.between(rooms, after, begins).catch(() => null)
        for (let from = 0; past && from < past.length; from += inOnePiece)
          write(
            encoder.encode(
              past
                .slice(from, from + inOnePiece)
                .map(({ text }) => text)
                .join(''),
            ),
          )
        sent = Math.max(sent, begins)
        write(encoder.encode(`id: ${sent}\nevent: ${past ? 'ready' : 'reset'}\ndata: {}\n\n`))
        const kept = waiting
        waiting = null
        for (const event of kept) send(event)
      },
      cancel: () => stop(),
    },
    { highWaterMark: mostWaiting },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // for proxies that would buffer it
      'x-accel-buffering': 'no',
    },
  })
}

const made = new WeakMap<LiveEvent, Uint8Array>()

/** The bytes of an event, made once for all receivers. */
function bytesOf(event: LiveEvent): Uint8Array {
  const known = made.get(event)
  if (known) return known
  const bytes = encoder.encode(event.text)
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
