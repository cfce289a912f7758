import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = { path: string; headers: IncomingHttpHeaders; body: Buffer }
export type Answer = { status: number; body?: string }

/** A server that writes down what it is sent and answers as told: the other side of a protocol, run by the test. */
export async function recordedServer(answer: (asked: Recorded) => Answer | Promise<Answer> = () => ({ status: 200 })) {
  const recorded: Recorded[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const asked = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
    recorded.push(asked)
    const { status, body = '{}' } = await answer(asked)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    recorded,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
