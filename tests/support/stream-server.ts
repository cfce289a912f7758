import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveAnswer } from '../../app/api/live.server.ts'

/** Sends streams over HTTP, as the app does: they write to the connection itself. */
export async function streamServer() {
  const waiting = new Map<string, Exclude<LiveAnswer, Response>>()
  const server = createServer((incoming, outgoing) => {
    const begin = waiting.get(incoming.url ?? '')
    if (!begin) return void outgoing.writeHead(404).end()
    waiting.delete(incoming.url ?? '')
    begin({ incoming, outgoing }, new Headers())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** A path at which this stream is sent, once. */
    pathOf(stream: Exclude<LiveAnswer, Response>): string {
      const path = `/${randomUUID()}`
      waiting.set(path, stream)
      return path
    },
    /** What a client receives. */
    receive(answer: LiveAnswer): Promise<Response> | Response {
      return typeof answer === 'function' ? fetch(`http://127.0.0.1:${port}${this.pathOf(answer)}`) : answer
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
