import type { LiveEvent, LiveHub } from './live-hub.server.ts'

type Asked = {
  rooms: readonly string[]
  doors: readonly string[]
  /** The number up to which whoever asks has heard everything; null: from now on. */
  after: number | null
  /** Whether they may still listen; asked again when it may have changed. */
  mayStay(): Promise<boolean>
}

/** Pieces that wait for a reader who is slow; then the stream ends, and they come back for the rest by its number. */
const mostWaiting = 512
/** Of what was missed, so much is one piece: it must not count as slowness of the reader. */
const inOnePiece = 100

const encoder = new TextEncoder()
const pingBytes = encoder.encode('event: ping\ndata: {}\n\n')

/**
 * What happens in some rooms, as a stream of events (text/event-stream): first what was missed since `after`, then what
 * comes, each once and in order. `ready` stands where the past ends; `reset` says that too much was missed to tell it.
 */
export function liveStream(hub: LiveHub, { rooms, doors, after, mayStay }: Asked): Response {
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const begins = hub.last()
        let sent = after ?? begins
        // what comes while the past is looked up waits here
        let waiting: LiveEvent[] | null = []
        let isOver = false
        const end = () => {
          if (isOver) return
          isOver = true
          leave()
          try {
            controller.close()
          } catch {
            // the reader has gone already
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
        // whoever asks while an answer is on its way may know of what came after that question
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
        // thousands that are cut off in one moment do not come back in one
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
      // for proxies that would collect it first
      'x-accel-buffering': 'no',
    },
  })
}

const made = new WeakMap<LiveEvent, Uint8Array>()

/** The bytes of an event, made once for all who hear it. */
function bytesOf(event: LiveEvent): Uint8Array {
  const known = made.get(event)
  if (known) return known
  const bytes = encoder.encode(event.text)
  made.set(event, bytes)
  return bytes
}

/** The same for whoever can hold no stream open: what was missed since `after`, as one answer. */
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
