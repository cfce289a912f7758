import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The request and the response of node:http, as the server's adapter hands them over. */
export type HttpConnection = { incoming: IncomingMessage; outgoing: ServerResponse }

/** What node:http attaches to a socket, as far as it is used here; `ws` and others read the same. */
type Parser = { unconsume?(): void; remove?(): void; close?(): void } & Record<string, unknown>

/**
 * Hands over the socket of a request without HTTP on it: parser, request and response, some 12 kB, are released, and what is
 * written goes out as it is. The connection is closed instead if responses to earlier requests are still to be sent (pipelining).
 */
export function takeConnection(connection: HttpConnection, taken: (socket: Socket) => void): void {
  // the parser may be reading this very request, and cannot be closed meanwhile
  setImmediate(take, connection, taken)
}

function take({ incoming, outgoing }: HttpConnection, taken: (socket: Socket) => void): void {
  const { socket } = incoming
  if (outgoing.socket !== socket || socket.destroyed) {
    socket.destroy()
    return
  }
  const { parser } = socket as Socket & { parser?: Parser | null }
  outgoing.detachSocket(socket)
  // those of node:http: timeouts, data for the parser, the end of the request
  socket.removeAllListeners()
  socket.setTimeout(0)
  if (parser) {
    parser.unconsume?.()
    parser.remove?.()
    Object.assign(socket, { parser: null })
    Object.assign(parser, { socket: null, incoming: null, outgoing: null, onIncoming: null })
    parser.close?.()
  }
  taken(socket)
}

/** The head of a response whose body ends with the connection. */
export const headOf = (headers: Headers): string =>
  `HTTP/1.1 200 OK\r\n${[...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')}date: ${new Date().toUTCString()}\r\nconnection: close\r\n\r\n`
