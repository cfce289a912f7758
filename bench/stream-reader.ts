import { connect } from 'node:net'

/** A stream read by a program over a bare socket, which costs the measuring process little. */
export type Reader = {
  /** The moment at which the next event of this kind arrives. */
  next(kind: string): Promise<number>
  /** The moment at which the app ended the stream. */
  ended: Promise<number>
  /** Reads nothing any more. */
  pause(): void
  stop(): void
}

/** Addresses of the load process: one address has only 28,000 ports. */
const addresses = 8

/** Opens a stream and waits for its past. */
export function openReader(origin: string, token: string, nth: number): Promise<Reader> {
  const { hostname, port } = new URL(origin)
  const ready = Promise.withResolvers<Reader>()
  const ended = Promise.withResolvers<number>()
  let waitsFor: { kind: string; heard: (at: number) => void } | null = null
  let rest = ''
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + (nth % addresses)}` })
  const reader: Reader = {
    next(kind) {
      const { promise, resolve } = Promise.withResolvers<number>()
      waitsFor = { kind: `event: ${kind}\n`, heard: resolve }
      return promise
    },
    ended: ended.promise,
    pause: () => void socket.pause(),
    stop: () => void socket.destroy(),
  }
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    rest += text
    if (rest.includes('event: ready')) ready.resolve(reader)
    else if (!rest.startsWith('HTTP/1.1 200')) ready.reject(new Error(rest.slice(0, 300)))
    if (waitsFor && rest.includes(waitsFor.kind)) {
      waitsFor.heard(performance.now())
      waitsFor = null
    }
    const end = rest.lastIndexOf('\n\n')
    if (end >= 0 && waitsFor === null) rest = `HTTP/1.1 200 ${rest.slice(end + 2)}`
  })
  socket.on('error', (error) => ready.reject(error))
  socket.on('close', () => {
    ended.resolve(performance.now())
    ready.reject(new Error('the stream has ended'))
  })
  socket.write(
    [
      'GET /api/live HTTP/1.1',
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${token}`,
      'accept: text/event-stream',
      'user-agent: Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'accept-language: ja,en;q=0.9',
      '\r\n',
    ].join('\r\n'),
  )
  return ready.promise
}
