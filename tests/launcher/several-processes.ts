import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { type Report, runProcesses, type Word } from '../../server/processes/run-processes.ts'
import { printLine } from '../../server/processes/signals.ts'

/**
 * A program in several processes, for run-processes.test.ts. Its arguments are what a process for the jobs and those for
 * requests do; and a file: once it is there, those that start do what is after the slash.
 */
const [forJobs = '', forWeb = '', file = ''] = process.argv.slice(2)
const role = process.env.WORKER === 'only' ? 'jobs' : 'web'

const report = (it: Report) => process.send?.(it)
const pause = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const works = () => {
  process.once('message', () => {
    printLine(`${role} stopped`)
    process.exit(0)
  })
  report({ ready: [role === 'web' ? 'Listening' : 'How to sign in'] })
}

const behaviours: Record<string, (word: Word) => void> = {
  works,
  'says how it starts': (word) => {
    printLine(`${role}: ${word}`)
    works()
  },
  'is ready late': () => {
    pause(500)
    printLine(`${role} is ready`)
    works()
  },
  'is not ready': () => {
    printLine(`${role} starts`)
    setInterval(() => {}, 1000)
  },
  'cannot start': () => {
    process.once('message', () => process.exit(7))
    report({ failure: 'Port 1 is in use.' })
  },
  breaks: () => process.exit(7),
  'ends later': () => {
    report({ ready: [] })
    // in the meantime its channel is closed
    process.on('exit', () => {
      printLine(`${role} ends`)
      pause(1_000)
    })
    setInterval(() => existsSync(file) && process.connected && process.disconnect?.(), 20)
  },
}

if (cluster.isPrimary) await runProcesses(import.meta.filename, { count: 2, hasJobs: true })
else {
  process.on('SIGINT', () => {}).on('SIGTERM', () => {})
  const [first = '', later = first] = (role === 'jobs' ? forJobs : forWeb).split('/')
  process.once('message', (word: Word) => behaviours[existsSync(file) ? later : first]?.(word))
  report('loaded')
}
