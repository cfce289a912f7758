import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { mutationQueueOf } from '#ui/device/mutation-queue.ts'
import type { NewQueuedMutation, QueuedMutation } from '#ui/device/queued-mutation.ts'
import { keepFields, listenToWaiting, readWaiting } from '#ui/device/waiting.ts'
import { joinedWord, type StockWord, stockAfter, wordIn } from '../stock-steps.ts'

type Said = {
  waiting: readonly StockWord[]
  /** The server's responses since the page was rendered: the number, or the refusal. */
  known: ReadonlyMap<string, number>
  refused: ReadonlyMap<string, string>
  /** Nothing can be sent: offline, or the session has ended. */
  stopped: null | 'line' | 'signed_out'
}

const list = '/farmer/products/List'
const laneOf = (id: string) => `${list}#${id}`

/** The stock changes among what waits on the device. */
export type StockQueue = Awaited<ReturnType<typeof stockQueue>>

/** Puts stock changes into the device's queue; computes the resulting numbers for the list. */
export async function stockQueue(owner: string) {
  const queue = await mutationQueueOf(owner)
  const listeners = new Set<() => void>()
  let said: Said = { waiting: [], known: new Map(), refused: new Map(), stopped: null }

  const change = (next: Partial<Said>) => {
    said = { ...said, ...next }
    for (const tell of listeners) tell()
  }
  const follow = () => {
    const { presses, stopped } = readWaiting()
    change({ waiting: presses.flatMap((press) => (press.refused === null ? (wordOf(press) ?? []) : [])), stopped })
  }

  return {
    read: () => said,
    listen(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    start() {
      follow()
      const deaf = [
        listenToWaiting(follow),
        queue.listen((press, answer) => {
          const word = wordOf(press)
          if (!word || answer.kind === 'later') return
          if (answer.kind === 'done') {
            const stock = stockIn(answer.body)
            // in one update: if it were counted twice for a moment, the field would be replaced, and typed input lost
            const waiting = said.waiting.filter(({ key }) => key !== word.key)
            if (stock !== null) change({ known: new Map(said.known).set(word.id, stock), waiting })
            return
          }
          change({ refused: new Map(said.refused).set(word.id, answer.sentence) })
          // later changes were based on a wrong number
          void queue.takeBack(press.lane)
        }),
      ]
      return () => {
        for (const stop of deaf) stop()
      }
    },
    say(word: StockWord, about: string) {
      const refused = new Map(said.refused)
      refused.delete(word.id)
      change({ refused })
      const fields = Object.entries(word).map(([name, value]): [string, string] => [name, String(value)])
      const where = { lane: laneOf(word.id), page: list, to: '/farmer/products/stock', about, label: '在庫' }
      void keepFields(fields, { ...where, key: word.key, join: joinQueuedMutations })
    },
    /** A number typed over the shown one; or why it is invalid. */
    sayTyped(id: string, text: string, shown: number, about: string) {
      const read = readNumber(text, { min: 0, max: 9_999 })
      if (!read.ok) change({ refused: new Map(said.refused).set(id, numberRefusalText(read.refusal, read.detail)) })
      else if (read.value !== shown) this.say({ key: crypto.randomUUID(), id, to: read.value, seen: shown }, about)
    },
    /** The page has been reloaded: its numbers count. */
    forgetAnswers() {
      if (said.known.size > 0) change({ known: new Map() })
    },
    shown: (id: string, stock: number) => stockAfter(said.known.get(id) ?? stock, said.waiting, id),
  }
}

function wordOf({ key, lane, fields }: Pick<QueuedMutation, 'key' | 'lane' | 'fields'>): StockWord | null {
  if (!lane.startsWith(list)) return null
  const said: Record<string, string> = {}
  for (const [name, value] of fields) if (typeof value === 'string') said[name] = value
  return wordIn(key, said)
}

function joinQueuedMutations(last: QueuedMutation, next: NewQueuedMutation): NewQueuedMutation | 'apart' | null {
  const [before, after] = [wordOf(last), wordOf(next)]
  const both = before && after ? joinedWord(before, after) : 'apart'
  if (both === 'apart' || both === null) return both
  return { ...next, fields: Object.entries(both).map(([name, value]) => [name, String(value)] as const) }
}

const stockIn = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'stock' in body && typeof body.stock === 'number' ? body.stock : null
