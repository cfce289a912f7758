import { forgetPhoto, keepPhoto, keptPhotos } from '#modules/products/ui/photo-keeper.ts'
import type { Message, OrderCardFacts, ProductCardFacts } from '../conversation.ts'
import { conversationApi, type MessageInJson, readMessage, sentPhoto } from './messaging-api.ts'
import { queueName } from './queue-name.ts'

/** A message that is being sent. Its photos are stored separately, under its key (photo-keeper.ts). */
export type Waiting = {
  key: string
  other: string
  text: string
  order: OrderCardFacts | null
  product: ProductCardFacts | null
  photoCount: number
  writtenAt: number
  /** Why the server refused it; it stays until it is sent again or discarded. */
  refusal: string | null
}

type Said = {
  waiting: readonly Waiting[]
  /** Nothing can be sent: offline, or the session has ended. */
  stopped: null | 'line' | 'signed_out'
}

/** Milliseconds before a failed message is retried; after the last, at that interval. */
const retryAfter = [1_500, 4_000, 10_000, 30_000] as const

const queues = new Map<string, ReturnType<typeof makeQueue>>()

/** The only queue in this tab for a person in their organisation, by their mark (ui/device/use-owner.ts). */
export function conversationQueue(by: string) {
  const known = queues.get(by)
  if (known) return known
  const made = makeQueue(by)
  // the server renders pages of many people, and sends nothing
  if (import.meta.env.SSR) return made
  queues.set(by, made)
  return made
}

/**
 * Sends messages one after the other, each once, and stores them on the device until they have arrived. Several tabs
 * share the storage; one of them sends at a time, and the key of a message makes a duplicate harmless. It is sent as
 * its writer or not at all: the server refuses it from any other user who has signed in meanwhile.
 */
export function makeQueue(by: string) {
  const name = queueName(by)
  const listeners = new Set<() => void>()
  const arrivals = new Set<(other: string, message: Message) => void>()
  let said: Said = { waiting: [], stopped: null }
  let timer = 0
  let sending = false
  let fails = 0
  /** False while this browser has no room: then the shown state is authoritative. */
  let keeps = true
  /** Photos that this browser does not store, until they are sent. */
  const inHand = new Map<string, readonly Blob[]>()
  let writing = Promise.resolve()

  const now = () => (keeps ? stored(name) : null) ?? said.waiting
  const show = (next: Partial<Said>) => {
    said = { ...said, ...next }
    for (const tell of listeners) tell()
  }
  /** The stored state is authoritative: another tab may have added to it, or sent some of it. */
  const change = (to: (waiting: readonly Waiting[]) => readonly Waiting[]) => {
    const waiting = to(now())
    keeps = store(name, waiting)
    show({ waiting })
  }

  async function sendAll() {
    window.clearTimeout(timer)
    if (sending) return
    sending = true
    await navigator.locks.request(`sends ${name}`, sendInTurn).catch(() => later('line'))
    sending = false
  }

  async function sendInTurn() {
    for (;;) {
      const next = now().find(({ refusal }) => refusal === null)
      if (!next) return
      const answer = await sent(next, by, inHand.get(next.key))
      if (answer.kind === 'later') return later(answer.why)
      fails = 0
      if (answer.kind === 'refused')
        change((waiting) => waiting.map((it) => (it.key === next.key ? { ...it, refusal: answer.sentence } : it)))
      else {
        for (const arrived of arrivals) arrived(next.other, answer.message)
        change((waiting) => waiting.filter(({ key }) => key !== next.key))
        void forgetPhotos(next.key)
      }
      if (said.stopped) show({ stopped: null })
    }
  }

  function later(why: 'line' | 'signed_out') {
    show({ stopped: why })
    timer = window.setTimeout(() => void sendAll(), retryAfter[Math.min(fails++, retryAfter.length - 1)])
  }

  async function forgetPhotos(key: string) {
    inHand.delete(key)
    for (const photo of await keptPhotos(key)) await forgetPhoto(photo.key)
  }

  async function keepPhotos(key: string, photos: readonly File[], writtenAt: number) {
    for (const [index, file] of photos.entries()) {
      const kept = await keepPhoto({
        key: `${key}.${index}`,
        of: key,
        name: file.name,
        blob: file,
        sentParts: 0,
        chosenAt: writtenAt + index,
      })
      if (kept === null) inHand.set(key, photos)
    }
  }

  return {
    read: () => said,
    listen(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    onArrival(hear: (other: string, message: Message) => void) {
      arrivals.add(hear)
      return () => void arrivals.delete(hear)
    },
    /** Sends what was stored, and again as soon as there is a connection. */
    start() {
      const go = () => void sendAll()
      show({ waiting: now() })
      const elsewhere = ({ key }: StorageEvent) => {
        if (key === name && keeps) show({ waiting: now() })
      }
      window.addEventListener('online', go)
      window.addEventListener('storage', elsewhere)
      go()
      return () => {
        window.removeEventListener('online', go)
        window.removeEventListener('storage', elsewhere)
      }
    },
    /** Serialised, in the order in which they were written: storing photos takes a moment. */
    say(message: Omit<Waiting, 'refusal' | 'photoCount' | 'writtenAt'>, photos: readonly File[]): Promise<void> {
      const writtenAt = Date.now()
      writing = writing.then(async () => {
        await keepPhotos(message.key, photos, writtenAt)
        change((waiting) => [...waiting, { ...message, photoCount: photos.length, writtenAt, refusal: null }])
        void sendAll()
      })
      return writing
    },
    /** Retries it, at the end of the queue, unchanged. */
    again(key: string) {
      change((waiting) => waiting.map((it) => (it.key === key ? { ...it, refusal: null } : it)))
      void sendAll()
    },
    drop(key: string) {
      change((waiting) => waiting.filter((it) => it.key !== key))
      void forgetPhotos(key)
    },
  }
}

type Answer =
  | { kind: 'done'; message: Message }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later'; why: 'line' | 'signed_out' }

const photosGone = '写真がこの端末に残っていません。削除して、もう一度送信してください。'

async function sent(
  { key, other, text, order, product, photoCount }: Waiting,
  by: string,
  inHand: readonly Blob[] = [],
): Promise<Answer> {
  const kept = photoCount > 0 && inHand.length === 0 ? (await keptPhotos(key)).map(({ blob }) => blob) : inHand
  if (kept.length < photoCount) return { kind: 'refused', sentence: photosGone }
  const photos: string[] = []
  for (const [nth, blob] of kept.entries()) {
    const photo = await sentPhoto({ key, nth, by }, blob).catch(() => null)
    // a browser may lose what it has stored
    if (photo === null) return { kind: 'refused', sentence: photosGone }
    if (photo.kind !== 'done') return photo
    photos.push(photo.value.key)
  }
  const answer = await conversationApi<MessageInJson>('POST', `/${other}/messages`, {
    by,
    key,
    body: { text, photos, orderId: order?.id ?? null, productId: product?.id ?? null },
  })
  return answer.kind === 'done' ? { kind: 'done', message: readMessage(answer.value) } : answer
}

/** A browser may refuse to store anything; then a reload loses what has not arrived, and nothing else breaks. */
function stored(name: string): readonly Waiting[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isWaiting) : []
  } catch {
    return null
  }
}

const isWaiting = (kept: unknown): kept is Waiting =>
  typeof kept === 'object' &&
  kept !== null &&
  'key' in kept &&
  typeof kept.key === 'string' &&
  'other' in kept &&
  typeof kept.other === 'string' &&
  'text' in kept &&
  typeof kept.text === 'string' &&
  'writtenAt' in kept

/** Whether it was stored. */
function store(name: string, waiting: readonly Waiting[]): boolean {
  try {
    if (waiting.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(waiting))
    return true
  } catch {
    return false
  }
}
