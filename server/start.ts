import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { ProxyWatch } from '#infra/proxy-watch.server.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { PublicChanges } from '#infra/realtime/public-changes.server.ts'
import { createApp } from './app.ts'
import { hearChanges, type Parts, prepareParts, startJobs, startLive, watchProxies, webParts } from './parts.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Starts everything in order, prints one line per fact, and on SIGTERM or SIGINT accepts no new requests, finishes the
 * running ones, and stops.
 */
export async function startServer(root: string): Promise<void> {
  const parts = await prepareParts(root, say)
  const { settings, database, mail } = parts
  const worker = settings.WORKER === 'off' ? null : await startJobs(parts)
  const live = settings.WORKER === 'only' ? null : await startLive(parts)
  const watch = live && watchProxies(parts)
  const changes = live && (await hearChanges(parts))
  const listening =
    live && watch && changes && (await listen(parts, { live, proxyWatch: watch, publicChanges: changes }, root))
  const server = listening?.http

  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    // open streams would keep us running; their clients reconnect to the next process
    await live?.close()
    await changes?.close()
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()))
    if (server && 'closeIdleConnections' in server) server.closeIdleConnections()
    await Promise.race([closed, new Promise((done) => setTimeout(done, 5_000).unref())])
    if (server && 'closeAllConnections' in server) server.closeAllConnections()
    await worker?.stop()
    await watch?.close()
    mail.close()
    await database.close()
    say('Stopped.')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // last: a caller that has read the address may already ask us to stop
  if (listening) sayWhere(parts, listening.port)
}

type Own = { live: LiveHub; proxyWatch: ProxyWatch; publicChanges: PublicChanges }

async function listen(parts: Parts, own: Own, root: string) {
  const { settings } = parts
  const app = createApp(
    webParts(parts, {
      ...own,
      clientFolder: join(root, 'build/client'),
    }),
  )
  const started = Promise.withResolvers<number>()
  const http = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST }, ({ port }) =>
    started.resolve(port),
  )
  http.once('error', started.reject)
  return { http, port: await started.promise }
}

function sayWhere({ settings, demo }: Parts, port: number): void {
  say(`Listening: http://${settings.HOST}:${port}`)
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST
  say(`Address: ${settings.APP_ORIGIN ?? `http://${host}:${port}`}`)
  for (const line of demo) say(line)
}
