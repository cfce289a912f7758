/** What an open page is told: its kind, and what our server says about it. Kinds of ours: `ready`, `reset`, `polled`. */
export type Live = { kind: string; data: unknown }

type Heard = Live & { id: number | null }

const listeners = new Set<(live: Live) => void>()

/** Hears everything that is said while the page is open; nothing before `startLive` has been called. */
export function onLive(hear: (live: Live) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** What the stream can say; an EventSource gives only what is asked for by name. */
const kinds = ['message', 'message_changed', 'talk_marks', 'talk_closed', 'typing', 'order', 'announcement', 'report']

/** Milliseconds without a sign of life after which a stream counts as broken: two and a half pings of our server. */
const silenceMs = 50_000
/** Where no stream gets through (a proxy that collects answers), it is asked every so often instead. */
const pollEveryMs = 12_000
const readyWithinMs = 8_000
/** A question that is not answered within this is asked again: a dead line says nothing. */
const answerWithinMs = 15_000

let running: { name: string; stop: () => void } | null = null

/**
 * Listens at one address, once for all tabs of the browser: one of them holds the stream and passes on what it hears,
 * because a browser opens few connections to one place. Whichever is looked at takes it over, for one in the background
 * may sleep. `after`: the number up to which the page that was just made knows everything; `by`: the mark of whom it was
 * made for (ui/device/use-owner.ts), if they have one: whoever is signed in instead of them is not listened for.
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
  // what another tab passes on while one still asks for what came before it, waits: numbers go forward only
  let asking = 0
  const held: Heard[] = []
  channel.onmessage = ({ data }: MessageEvent<Heard>) => (asking > 0 ? void held.push(data) : pass(data))
  const passToAll = (heard: Heard) => {
    if (isOver) return
    pass(heard)
    channel.postMessage(heard)
  }

  /** Asks for what was missed. Whoever is not signed in any more asks no further. */
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
    // they are not signed in any more, or somebody else is: the next page that is made for somebody begins again
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
          // one chain of questions, however it came to this
          window.clearTimeout(silence)
          window.clearTimeout(poll)
          void catchUp().then((answered) => {
            if (isOver || !holds || source !== mine) return
            poll = window.setTimeout(answered ? fallBackOrOpen : open, pollEveryMs)
          })
        }
        let polls = 0
        // now and then the stream is tried again: the line may be another by then
        const fallBackOrOpen = () => (++polls % 5 === 0 ? open() : fallBack())
        alive(readyWithinMs)
        mine.onopen = () => alive(readyWithinMs)
        // the browser tries again by itself, unless it was refused
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
  /** Takes the stream over at once, or waits until the tab that holds it closes. */
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
      // not waited for any longer, or taken over by the tab that is looked at now
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
