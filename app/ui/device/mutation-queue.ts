import { showToast } from '#ui/toast-list.ts'
import { onLive } from '../live.ts'
import { isAnswered } from './is-answered.ts'
import { type Answer, type MutationStore, sendAll } from './mutation-sender.ts'
import { openMutationStore } from './mutation-store.ts'
import { postQueuedMutation } from './post-queued-mutation.ts'
import { nextQueuedMutation, type QueuedMutation, takenBack } from './queued-mutation.ts'
import { nothing, readWaiting, setKeeper, tellWaiting } from './waiting.ts'

/** Milliseconds before each retry; the last value repeats. */
const retryAfter = [2_000, 5_000, 15_000, 30_000] as const

const lineDown = { kind: 'later', why: 'line' } as const

type Told = (press: QueuedMutation, answer: Answer) => void

export type MutationQueue = {
  /** Tries now. */
  send(): void
  /** Discards what was refused in this lane, and everything queued after it. */
  takeBack(lane: string): Promise<void>
  listen(told: Told): () => void
  stop(): void
}

const listeners = new Set<Told>()
let running: { owner: string; queue: Promise<MutationQueue> } | null = null

/** The one queue of this page, for the signed-in user; what another user left on the device stays there, unseen. */
export function mutationQueueOf(owner: string): Promise<MutationQueue> {
  if (running?.owner !== owner) {
    void running?.queue.then(({ stop }) => stop())
    running = { owner, queue: openMutationStore().then((store) => startQueue(owner, store)) }
  }
  return running.queue
}

const sayNotKept = () =>
  showToast({ text: 'この端末に保存できませんでした。接続後に、もう一度押してください。', tone: 'akane' })

async function startQueue(owner: string, store: MutationStore): Promise<MutationQueue> {
  const others = new BroadcastChannel('presses')
  let timer = 0
  let fails = 0
  let stopped = false

  async function show(why: 'line' | 'signed_out' | null = readWaiting().stopped) {
    const presses = (await store.all()).filter((press) => press.owner === owner)
    if (!stopped) tellWaiting({ presses, stopped: presses.length > 0 ? why : null })
  }
  async function changed() {
    await show()
    others.postMessage('changed')
  }
  const told: Told = (press, answer) => {
    if (answer.kind === 'done') tellWaiting({ arrived: [...readWaiting().arrived, press] })
    for (const listener of listeners) listener(press, answer)
    void changed()
  }

  async function send() {
    window.clearTimeout(timer)
    if (stopped) return
    // one tab at a time, or two would only repeat each other; a browser without locks sends twice, which is harmless
    const run = () => sendAll({ store, owner, post: postQueuedMutation, now: Date.now, told })
    const later = (await isDown()) ? lineDown : await (navigator.locks?.request('presses', run) ?? run())
    fails = later ? fails + 1 : 0
    // one that failed waits alone: the device is not offline
    await show(later && later.why !== 'fault' ? later.why : null)
    window.clearTimeout(timer)
    if (later && !stopped) timer = window.setTimeout(send, retryAfter[Math.min(fails, retryAfter.length) - 1])
  }
  /** In doubt the server is asked: the browser may be wrong, and what has been tried is not merged any more. */
  async function isDown(): Promise<boolean> {
    const isDoubtful = !navigator.onLine || fails > 0
    return isDoubtful && nextQueuedMutation(await store.all(), owner) !== null && !(await isAnswered())
  }
  const sendSoon = () => void send()

  setKeeper(async (press, join) => {
    try {
      await store.add({ ...press, owner, pressedAt: Date.now() }, join)
    } catch {
      sayNotKept()
      return false
    }
    void changed().then(send)
    return true
  })
  others.addEventListener('message', () => void show())
  window.addEventListener('online', sendSoon)
  // a phone that slept in a pocket
  document.addEventListener('visibilitychange', sendSoon)
  // a browser does not always say that the network is back; the stream does
  const endLive = onLive(({ kind }) => {
    if (kind === 'ready') sendSoon()
  })
  await show(null)
  sendSoon()
  return {
    send: sendSoon,
    async takeBack(lane) {
      const mine = (await store.all()).filter((press) => press.owner === owner)
      await store.remove(takenBack(mine, lane))
      await changed()
      sendSoon()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      stopped = true
      setKeeper(null)
      tellWaiting(nothing)
      window.clearTimeout(timer)
      window.removeEventListener('online', sendSoon)
      document.removeEventListener('visibilitychange', sendSoon)
      endLive()
      others.close()
    },
  }
}
