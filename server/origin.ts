/** The local end of the connection that a request came in on. */
type Socket = { localAddress?: string | undefined; localPort?: number | undefined } | undefined

/**
 * Our origin, for links, passkeys, login services, and the origin check of forms: APP_ORIGIN, which production does not
 * start without. Without it the Host header is accepted only if it names this machine (loopback, or the address that
 * the connection was made to); any client can write another name into it.
 */
export function originOf(requestUrl: string, configured: string | null, socket: Socket): string {
  if (configured !== null) return configured
  const { hostname, origin } = new URL(requestUrl)
  const reached = socket?.localAddress?.replace(/^::ffff:/, '')
  const ours = ['localhost', '127.0.0.1', '[::1]', reached, `[${reached}]`]
  return ours.includes(hostname) ? origin : `http://localhost${socket?.localPort ? `:${socket.localPort}` : ''}`
}
