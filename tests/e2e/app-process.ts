import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { SocketConnection } from '../../app/infra/db/embedded-postgres.server.ts'

/** The PostgreSQL server of this run, and the seeded market on it that each app gets a copy of. */
export type Seeded = {
  connection: SocketConnection
  /** The data folder (photos, key of sealed secrets) that belongs to the template. */
  dataFolder: string
  /** Compiled code, so that only the first start of the app compiles. */
  codeCache: string
}

export const templateName = 'e2e_template'

type Place = { database: string; dataFolder: string; clockFile: string; port: number }

/** Starts the built app on a database of that server, and resolves once it listens. */
export async function startApp(
  { connection: { host, user }, codeCache }: Seeded,
  { database, dataFolder, clockFile, port }: Place,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/e2e/server.mjs'], {
    env: {
      ...process.env,
      APP_ENV: 'test',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: codeCache,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}/${database}`,
      DATA_DIR: dataFolder,
      TEST_CLOCK_FILE: clockFile,
      LOG_LEVEL: 'error',
      PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await listening(child)
  return child
}

/** What it says after that are errors: they belong to the output of the tests. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (data) => {
      if (said.includes('Address: ')) return void process.stderr.write(data)
      said += String(data)
      if (said.includes('Address: ')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}\n${said}`)))
  })
}

export async function endApp(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Makes or drops a database, or tends one. */
export async function administer({ connection }: Seeded, sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...connection, database })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
