import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import type { AppModule } from './app-module.ts'

/**
 * The same app through Vite: an edit appears in the browser immediately, pages and API on one port. All our code is
 * loaded by Vite's module runner, so that there is one copy of each module, as in the built program (main.ts).
 */
const root = join(import.meta.dirname, '..')
const say = (line: string) => process.stdout.write(`${line}\n`)
const http = createHttpServer()
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })
const environment = vite.environments.ssr
if (!('runner' in environment)) throw new Error('Vite gave no module runner for the server')
const { runner } = environment as { runner: { import(path: string): Promise<AppModule> } }
const current = () => runner.import('/server/bundle.ts')

const { prepareParts, startJobs, startLive } = await current()
const parts = await prepareParts(root, say)
const { settings, database, mail, demo } = parts
const live = await startLive(parts)

const answer = getRequestListener(async (request, env) => {
  const { createApp, webParts } = await current()
  const app = createApp(webParts(parts, { live, clientFolder: join(root, 'public') }))
  return app.fetch(request, env)
})
http.on('request', (request, response) => {
  if (request.url?.startsWith('/api/') || request.url?.startsWith('/admin/live')) return void answer(request, response)
  vite.middlewares(request, response, () => void answer(request, response))
})
const worker = await startJobs(parts)
http.listen(settings.PORT, settings.HOST, () => {
  say(`Address: http://localhost:${settings.PORT}`)
  for (const line of demo) say(line)
})

async function stop() {
  await live.close()
  await vite.close()
  await worker.stop()
  mail.close()
  await database.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
