/** An event for an open page: its kind, and the server's data. Kinds of ours: `ready`, `reset`, `polled`. */
export type Live = { kind: string; data: unknown }

type Heard = Live & { id: number | null }

const listeners = new Set<(live: Live) => void>()

/** Receives every event while the page is open; none before `startLive` has been called. */
export function onLive(hear: (live: Live) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** The event names of the stream; an EventSource delivers only those that are subscribed by name. */
const kinds = ['message', 'message_changed', 'talk_marks', 'talk_closed', 'typing', 'order', 'announcement', 'report']

/** Milliseconds without a heartbeat after which a stream counts as broken: two and a half pings of our server. */
const silenceMs = 50_000
/** Where no stream gets through (a buffering proxy), the server is polled at this interval instead. */
const pollEveryMs = 12_000
const readyWithinMs = 8_000
/** A request without a response within this time is repeated: a dead connection does not report itself. */
const answerWithinMs = 15_000

let running: { name: string; stop: () => void } | null = null

/**
 * Listens at one address, once for all tabs of the browser: one of them holds the stream and passes its events on,
 * because a browser opens few connections per host. The visible tab takes it over, because one in the background may
 * sleep. `after`: the number up to which the rendered page is current; `by`: the mark of its user
 * (ui/device/use-owner.ts), if there is one: if another user signs in, it stops listening.
 */
export function startLive(address: string, after: number, by: string | null): void {
  const name = `live ${address} ${by ?? ''}`
  if (running?.name === name) return
  running?.stop()
  let last = after
  let source: EventSource | null = null
  let isOver = false
  let silence = 0
  let poll = 0
  let letGo = () => {}
  const channel = new BroadcastChannel(name)

  const pass = ({ id, kind, data }: Heard) => {
    if (isOver) return
    if (id !== null) {
      if (id <= last && kind !== 'ready' && kind !== 'reset') return
      last = Math.max(last, id)
    }
    for (const hear of listeners) hear({ kind, data })
  }
  // events from another tab wait while this one still fetches earlier ones: numbers only increase
  let asking = 0
  const held: Heard[] = []
  channel.onmessage = ({ data }: MessageEvent<Heard>) => (asking > 0 ? void held.push(data) : pass(data))
  const passToAll = (heard: Heard) => {
    if (isOver) return
    pass(heard)
    channel.postMessage(heard)
  }

  /** Fetches what was missed. A signed-out user is not polled any further. */
  async function catchUp(): Promise<boolean> {
    asking += 1
    const answered = await askForMissed()
    asking -= 1
    if (asking === 0) for (const heard of held.splice(0)) pass(heard)
    return answered
  }

  async function askForMissed(): Promise<boolean> {
    const answer = await fetch(`${address}?after=${last}`, {
      headers: { accept: 'application/json', ...(by !== null && { 'x-pressed-by': by }) },
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => null)
    // they are signed out, or another user is signed in: the next page that is rendered for a user starts again
    if (answer?.status === 401 || answer?.status === 403) stop()
    const told: unknown = answer?.ok ? await answer.json().catch(() => null) : null
    if (!isPage(told)) return false
    if (told.reset) pass({ id: told.next, kind: 'reset', data: {} })
    for (const { id, event, data } of told.events) pass({ id, kind: event, data })
    last = Math.max(last, told.next)
    return true
  }

  /** Holds the stream until the tab closes, or until another takes it over. */
  function hold(): Promise<void> {
    return new Promise((_, gone) => {
      letGo = () => gone(new Error('over'))
      const open = () => {
        window.clearTimeout(poll)
        source?.close()
        if (isOver) return
        const mine = new EventSource(`${address}?after=${last}${by === null ? '' : `&by=${by}`}`)
        source = mine
        const alive = (within = silenceMs) => {
          window.clearTimeout(silence)
          silence = window.setTimeout(fallBack, within)
        }
        const fallBack = () => {
          mine.close()
          // one chain of requests, however it started
          window.clearTimeout(silence)
          window.clearTimeout(poll)
          void catchUp().then((answered) => {
            if (isOver || !holds || source !== mine) return
            poll = window.setTimeout(answered ? fallBackOrOpen : open, pollEveryMs)
          })
        }
        let polls = 0
        // now and then the stream is tried again: the connection may have changed
        const fallBackOrOpen = () => (++polls % 5 === 0 ? open() : fallBack())
        alive(readyWithinMs)
        mine.onopen = () => alive(readyWithinMs)
        // the browser reconnects by itself, unless it was refused
        mine.onerror = () => {
          if (mine.readyState === EventSource.CLOSED) fallBack()
        }
        for (const kind of ['ready', 'reset', 'ping', ...kinds])
          mine.addEventListener(kind, (event: MessageEvent<string>) => {
            if (isOver) return
            alive()
            if (kind !== 'ping')
              passToAll({
                id: event.lastEventId === '' || kind === 'typing' ? null : Number(event.lastEventId),
                kind,
                data: JSON.parse(event.data),
              })
          })
      }
      open()
    })
  }

  let holds = false
  let queued: AbortController | null = null
  /** Takes the stream over immediately, or waits until the tab that holds it closes. */
  function lead(steal: boolean) {
    queued?.abort()
    queued = new AbortController()
    let granted = false
    const held = () => {
      granted = holds = true
      return hold()
    }
    navigator.locks
      .request(name, steal ? { steal } : { signal: queued.signal }, held)
      // no longer waiting, or taken over by the visible tab
      .catch(() => {})
      .then(() => {
        if (!granted) return
        holds = false
        source?.close()
        window.clearTimeout(silence)
        window.clearTimeout(poll)
        if (!isOver) lead(false)
      })
  }
  const looked = () => {
    if (document.visibilityState !== 'visible') return
    void catchUp()
    if (!holds) lead(true)
  }
  function stop() {
    isOver = true
    queued?.abort()
    letGo()
    source?.close()
    window.clearTimeout(silence)
    window.clearTimeout(poll)
    channel.close()
    document.removeEventListener('visibilitychange', looked)
    window.removeEventListener('online', looked)
    if (running?.stop === stop) running = null
  }
  running = { name, stop }
  document.addEventListener('visibilitychange', looked)
  window.addEventListener('online', looked)
  if (document.visibilityState === 'visible') lead(true)
  else {
    void catchUp()
    lead(false)
  }
}

type Page = { next: number; reset: boolean; events: { id: number; event: string; data: unknown }[] }

function isPage(told: unknown): told is Page {
  return typeof told === 'object' && told !== null && 'next' in told && 'events' in told && Array.isArray(told.events)
}
