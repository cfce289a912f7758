import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { processCount } from './processes/process-count.ts'
import { type Report, runProcesses, type Word } from './processes/run-processes.ts'
import { onSignal, printLine } from './processes/signals.ts'

/** Starts the program; built, it is build/server/main.js, and the app the bundle beside it. */
const root = join(import.meta.dirname, '../..')
const { WORKER, PROCESSES } = process.env
const count = WORKER === 'only' ? 1 : processCount(PROCESSES)

if (cluster.worker) await runAsOneOfMany(cluster.worker)
else if (count > 1) await runProcesses(import.meta.filename, { count, hasJobs: WORKER !== 'off' })
else await runAlone()

async function runAlone(): Promise<void> {
  const started = await start(await load(), { say: printLine, isPrepared: false })
  if ('failure' in started) {
    process.stderr.write(`${started.failure}\n`)
    process.exit(1)
  }
  const { address, signIns, stop } = started
  // before the address is said: a caller that has read it may already ask us to stop
  onSignal(async () => {
    await stop()
    printLine('Stopped.')
    process.exit(0)
  })
  if (address.length > 0) [...address, ...signIns].forEach(printLine)
}

/** The primary says whether the database is prepared, prints the address and how to sign in, and says in which order we stop. */
async function runAsOneOfMany(worker: Worker): Promise<void> {
  // a terminal or service manager signals every process of the group
  onSignal(() => undefined)
  const report = (it: Report) => void worker.send(it)
  const startServer = await load()
  const told = once(worker, 'message')
  report('loaded')
  const [word]: Word[] = await told
  const started = await start(startServer, {
    say: worker.id === 1 ? printLine : () => undefined,
    isPrepared: word === 'start prepared',
  })
  if ('failure' in started) {
    worker.once('message', () => process.exit(1))
    return report(started)
  }
  const { address, signIns, stop } = started
  worker.once('message', () => void stop().then(() => process.exit(0)))
  report({ ready: [...address, ...signIns] })
}

/** Compiled code is kept beside the packages, so that a restart does not compile again. */
async function load() {
  if (!process.env.NODE_COMPILE_CACHE) enableCompileCache(join(root, 'node_modules/.cache/compiled'))
  return (await import('./bundle.ts')).startServer
}

type StartOptions = { say: (line: string) => void; isPrepared: boolean }

async function start(startServer: Awaited<ReturnType<typeof load>>, { say, isPrepared }: StartOptions) {
  try {
    return await startServer(root, say, { isPrepared })
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (code !== 'EADDRINUSE') throw error
    return { failure: `Port ${port} of ${address} is in use, perhaps by this app. Set PORT to choose another.` }
  }
}
