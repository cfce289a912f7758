import cluster from 'node:cluster'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { ProxyWatch } from '#infra/proxy-watch.server.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { PublicChanges } from '#infra/realtime/public-changes.server.ts'
import { createApp } from './app.ts'
import {
  hearChanges,
  type Parts,
  prepareParts,
  startChanges,
  startJobs,
  startLive,
  watchProxies,
  webParts,
} from './parts.ts'

type Started = {
  /** What a person wants to read once the app answers: its address. Empty without web. */
  address: string[]
  /** And then how to sign in: where this process has prepared demo data. */
  signIns: string[]
  /** Accepts no new requests, and resolves once the running ones are finished and everything is closed. */
  stop(): Promise<void>
}

/** Starts everything in order and says one line per fact. `isPrepared`: another process has prepared the database. */
export async function startServer(
  root: string,
  say: (line: string) => void,
  { isPrepared = false } = {},
): Promise<Started> {
  const parts = await prepareParts(root, say, { isPrepared })
  const { settings, database, mail } = parts
  const worker = settings.WORKER === 'off' ? null : await startJobs(parts)
  const live = settings.WORKER === 'only' ? null : await startLive(parts)
  const changes = live && (await startChanges(parts))
  const watch = live && watchProxies(parts)
  const publicChanges = live && (await hearChanges(parts))
  const listening =
    live && watch && publicChanges && (await listen(parts, { live, proxyWatch: watch, publicChanges }, root))
  const server = listening?.http

  async function stop(): Promise<void> {
    // open streams would keep us running; their clients reconnect to the next process
    await live?.close()
    await publicChanges?.close()
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()))
    if (server && 'closeIdleConnections' in server) server.closeIdleConnections()
    await Promise.race([closed, new Promise((done) => setTimeout(done, 5_000).unref())])
    if (server && 'closeAllConnections' in server) server.closeAllConnections()
    await worker?.stop()
    await watch?.close()
    await changes?.close()
    mail.close()
    await database.close()
  }
  return { address: listening ? addressLines(parts, listening.port) : [], signIns: parts.demo, stop }
}

type Own = { live: LiveHub; proxyWatch: ProxyWatch; publicChanges: PublicChanges }

async function listen(parts: Parts, own: Own, root: string) {
  const { settings } = parts
  const app = createApp(
    webParts(parts, {
      ...own,
      isOneOfSeveral: cluster.isWorker,
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

function addressLines({ settings }: Parts, port: number): string[] {
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST
  return [`Listening: http://${settings.HOST}:${port}`, `Address: ${settings.APP_ORIGIN ?? `http://${host}:${port}`}`]
}
