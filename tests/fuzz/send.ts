import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'

export type Sent = { method: string; path: string; headers: Record<string, string | string[]>; body: Buffer | null }

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  ms: number
}

/** The failure instead of a response. */
export type NoAnswer = { failed: 'hang' | 'closed'; why: string; ms: number }

const patienceMs = 10_000
const decoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/**
 * Sends what `fetch` refuses to send: bodies on GET, TRACE, odd headers. An open stream, and a ZIP that is made while it
 * is sent, count as answered as soon as the headers have arrived.
 */
export class Sender {
  readonly #origin: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  close = () => this.#agent.destroy()

  async send(sent: Sent): Promise<Answer | NoAnswer> {
    const answer = await this.#sendOnce(sent)
    // a kept-alive connection may be closed by the other side at the very moment in which it is reused
    return 'failed' in answer && answer.reused ? this.#sendOnce(sent) : answer
  }

  #sendOnce({ method, path, headers, body }: Sent): Promise<Answer | (NoAnswer & { reused: boolean })> {
    const start = performance.now()
    const since = () => performance.now() - start
    return new Promise((done) => {
      const sent = request({
        ...{ host: this.#origin.hostname, port: this.#origin.port, agent: this.#agent },
        ...{ method, path, headers },
      })
      const timer = setTimeout(() => {
        done({ reused: false, failed: 'hang', why: `no answer within ${patienceMs / 1000} s`, ms: since() })
        sent.destroy()
      }, patienceMs)
      const fail = (error: Error) => {
        clearTimeout(timer)
        done({ reused: sent.reusedSocket, failed: 'closed', why: error.message, ms: since() })
      }
      sent.once('error', fail)
      sent.once('response', (answer) => {
        const facts = { status: answer.statusCode ?? 0, headers: answer.headers }
        const end = (body: string) => {
          clearTimeout(timer)
          done({ ...facts, body, ms: since() })
        }
        if (/^(text\/event-stream|application\/zip)/.test(answer.headers['content-type'] ?? '')) {
          end('')
          sent.destroy()
          return
        }
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', fail)
        answer.once('end', () => {
          const bytes = Buffer.concat(parts)
          const decode = decoders[answer.headers['content-encoding'] ?? '']
          if (!decode || bytes.length === 0) return end(bytes.toString('utf8'))
          decode(bytes).then((text) => end(text.toString('utf8')), fail)
        })
      })
      if (body) sent.write(body)
      sent.end()
    })
  }
}
