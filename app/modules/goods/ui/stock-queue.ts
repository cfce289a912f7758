import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { type KeptWord, readKept, type StockWord, stockAfter, withWord } from '../stock-steps.ts'

/** Milliseconds before what did not get through is sent again; after the last, every so often. */
const retryAfter = [2_000, 5_000, 15_000, 60_000] as const

type Said = {
  waiting: readonly KeptWord[]
  /** What our server has answered since the page was made: the number, or why not. */
  known: ReadonlyMap<string, number>
  refused: ReadonlyMap<string, string>
  /** Nothing gets through: no signal, or the session is over. */
  stopped: null | 'line' | 'signed_out'
}

const nothing: Said = { waiting: [], known: new Map(), refused: new Map(), stopped: null }

/** One queue for each farm of the person; made when the list is opened. */
export type StockQueue = ReturnType<typeof stockQueue>

/** Sends what the thumb said, one after the other and each once, and keeps it on the device until it has arrived. */
export function stockQueue(farmId: string) {
  const name = `stock:${farmId}`
  const listeners = new Set<() => void>()
  let said: Said = { ...nothing, waiting: readKept(stored(name)) }
  let timer = 0
  let isSending = false
  let fails = 0

  const change = (next: Partial<Said>) => {
    said = { ...said, ...next }
    if (next.waiting) store(name, next.waiting)
    for (const tell of listeners) tell()
  }

  async function sendAll() {
    window.clearTimeout(timer)
    if (isSending) return
    isSending = true
    for (let word = said.waiting[0]; word; word = said.waiting[0]) {
      const { key, id } = word
      change({ waiting: said.waiting.map((it) => (it.key === key ? { ...it, tried: true } : it)) })
      const answer = await sent(word)
      if (answer.kind === 'later') {
        change({ stopped: answer.why })
        timer = window.setTimeout(() => void sendAll(), retryAfter[Math.min(fails++, retryAfter.length - 1)])
        break
      }
      fails = 0
      const rest = said.waiting.filter((it) => it.key !== key)
      if (answer.kind === 'done')
        change({ waiting: rest, stopped: null, known: new Map(said.known).set(id, answer.stock) })
      // what came after it was said about a number that is not so
      else
        change({
          waiting: rest.filter((it) => it.id !== id),
          stopped: null,
          refused: new Map(said.refused).set(id, answer.sentence),
        })
    }
    isSending = false
  }

  return {
    read: () => said,
    listen(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** What was kept goes on its way, and again as soon as there is a signal. */
    start() {
      const online = () => void sendAll()
      window.addEventListener('online', online)
      online()
      return () => {
        window.removeEventListener('online', online)
        window.clearTimeout(timer)
      }
    },
    say(word: StockWord) {
      const refused = new Map(said.refused)
      refused.delete(word.id)
      change({ waiting: withWord(said.waiting, word), refused })
      void sendAll()
    },
    /** A number that was typed over the one that is shown; or why it is none. */
    sayTyped(id: string, text: string, shown: number) {
      const read = readNumber(text, { min: 0, max: 9_999 })
      if (!read.ok) change({ refused: new Map(said.refused).set(id, numberRefusalText(read.refusal, read.detail)) })
      else if (read.value !== shown) this.say({ key: crypto.randomUUID(), id, to: read.value, seen: shown })
    },
    /** The page has been read again: what it says counts. */
    forgetAnswers() {
      if (said.known.size > 0) change({ known: new Map() })
    },
    shown: (id: string, stock: number) => stockAfter(said.known.get(id) ?? stock, said.waiting, id),
  }
}

type Answer =
  | { kind: 'done'; stock: number }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later'; why: 'line' | 'signed_out' }

async function sent({ tried: _, ...word }: KeptWord): Promise<Answer> {
  const body = new FormData()
  for (const [field, value] of Object.entries(word)) body.set(field, String(value))
  const answer = await fetch('/farmer/products/stock', { method: 'POST', body }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: 'later', why: 'line' }
  if (answer.status === 401) return { kind: 'later', why: 'signed_out' }
  const told: unknown = await answer.json().catch(() => null)
  const isTold = typeof told === 'object' && told !== null
  if (isTold && 'stock' in told && typeof told.stock === 'number') return { kind: 'done', stock: told.stock }
  const sentence = isTold && 'sentence' in told && typeof told.sentence === 'string' ? told.sentence : null
  return { kind: 'refused', sentence: sentence ?? '変えられませんでした。画面を開き直してください。' }
}

/** A browser may refuse to keep anything; then a reload forgets what has not arrived, and nothing else breaks. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function store(name: string, waiting: readonly KeptWord[]): void {
  try {
    if (waiting.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(waiting))
  } catch {
    // kept in memory only
  }
}
