/** What can be done here. Started by run.mjs under the pinned Node, in the repository's folder. */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findOrInstallBrowser } from './browser.mjs'
import { build, buildForStart, buildOnly } from './build.mjs'
import './end-with-parent.mjs'
import { findOrInstallPoppler } from './poppler.mjs'
import { offerDebianPostgres } from './postgres-server.mjs'
import { ProgramFailed, run } from './processes.ts'
import { installEmulator } from './provider-emulator.mjs'
import { runSteps } from './steps.mjs'
import {
  browserTests,
  changedTests,
  fuzzTests,
  longTests,
  printSum,
  providerTests,
  testsOfChange,
  unitTests,
  unitTestsAndRandomRequests,
} from './test-runs.mjs'

const tasks = {
  setup: () => console.log('Everything is installed.'),
  build: () => build(),
  start: async (args) => {
    tryOut()
    await buildForStart()
    await become('build/server/main.js', 'production', args)
  },
  dev: (args) => {
    tryOut()
    return become('server/dev.ts', 'development', args)
  },
  test: async () => finish(await runSteps([...prepareSteps, ...testSteps])),
  'test:changed': async ([since]) => {
    const which = testsOfChange(since)
    if (which) finish(await runSteps([['tests of the change', () => changedTests(which)]]))
  },
  'test:unit': async (args) => finish(await runSteps([serverStep, popplerStep, ['unit tests', () => unitTests(args)]])),
  'test:e2e': async (args) =>
    finish(await runSteps([browserStep, popplerStep, buildStep, ['browser tests', () => browserTests(args)]])),
  'test:long': async (args) => finish(await runSteps([browserStep, buildStep, ['long tests', () => longTests(args)]])),
  'test:fuzz': async (args) =>
    finish(await runSteps([serverStep, buildStep, ['random requests', () => fuzzTests(args)]])),
  'test:firebase': async (args) =>
    finish(await runSteps([browserStep, emulatorStep, buildStep, ['provider tests', () => providerTests(args)]])),
  check: async () =>
    finish(
      await runSteps([
        ['routes', () => run('react-router', ['typegen'])],
        { atOnce: [typeSteps, [...lintSteps, ...prepareSteps]] },
        ...testSteps,
      ]),
    ),
  sbom: async ([file]) => (await import('./sbom.ts')).writeSbom(file),
  'admin:invite': (args) => administer('invite', args),
  'admin:reset-factor': (args) => administer('reset-factor', args),
  'token:mint': (args) => administer('token', args),
  'badges:new-key': (args) => administer('badge-key', args),
  'ledger:replay': (args) => administer('replay', args),
  bench: async (args) => {
    await build()
    await run('node', ['bench/run.ts', ...args])
  },
  'bench:compare': async (args) => {
    await build()
    await run('node', ['bench/compare.ts', ...args])
  },
  'bench:catalogue': async (args) => {
    await build()
    await run('node', ['bench/catalogue.ts', ...args])
  },
  'bench:orders': async (args) => {
    await build()
    await runWithMails('bench/orders.ts', args)
  },
  'bench:past-orders': async (args) => {
    await build()
    await runWithMails('bench/past-orders.ts', args)
  },
  'bench:closing': async (args) => {
    await build()
    await runWithMails('bench/closing.ts', args)
  },
  'bench:bank-file': async (args) => {
    await build()
    await runWithMails('bench/bank-file.ts', args)
  },
  'bench:papers': async (args) => {
    await build()
    await runWithMails('bench/day-papers.ts', args)
  },
  'judge:search': async (args) => {
    await build()
    await run('node', ['bench/judge-search.ts', ...args])
  },
  'bench:labels': (args) => run('node', ['bench/labels.ts', ...args]),
  'bench:lots': async (args) => {
    await build()
    await runWithMails('bench/lots.ts', args)
  },
  'bench:talk': async (args) => {
    await build()
    await run('node', ['bench/messaging.ts', ...args])
  },
  'bench:streams': async (args) => {
    await build()
    await run('node', ['bench/streams.ts', ...args])
  },
  'bench:notices': () => run('node', ['bench/notifications.ts']),
  'bench:sign-in': async () => {
    await build()
    await runWithMails('bench/sign-in.ts', [])
  },
  'bench:presses': async (args) => {
    await findOrInstallBrowser()
    await build()
    await run('node', ['bench/presses.ts', ...args])
  },
  'bench:blocking': async (args) => {
    await findOrInstallBrowser()
    await build()
    await run('node', ['bench/blocking.ts', ...args])
  },
  lighthouse: async (args) => {
    await findOrInstallBrowser()
    await build()
    await run('node', ['bench/lighthouse.ts', ...args])
  },
  format: () => run('biome', ['check', '--write', '.']),
  pictures: (args) => run('node', ['db/pictures/render.ts', ...args]),
}

const browserStep = ['browser', findOrInstallBrowser]
const serverStep = ['PostgreSQL of this machine', offerDebianPostgres]
const popplerStep = ['pictures of PDFs', findOrInstallPoppler]
const buildStep = ['build', build]
const emulatorStep = ['emulator of the provider', installEmulator]

// each checker reads the shared types anew: more of them than cores make it slower
const checkers = String(Math.min(availableParallelism(), 4))
const typeSteps = [
  ['types', () => run('tsc', ['--noEmit', '--checkers', checkers])],
  ['types of the service worker', () => run('tsc', ['--noEmit', '--project', 'service-worker'])],
]
const lintSteps = [
  ['import rules', () => run('node', ['scripts/import-rules.mjs', '--check'])],
  ['lint and format', () => run('biome', ['check', '.'])],
  ['unused code', () => run('knip')],
  ['packages', async () => (await import('./packages.ts')).checkPackages()],
  ['fonts', () => run('node', ['scripts/fonts.ts', '--check'])],
]
const prepareSteps = [browserStep, serverStep, popplerStep, buildStep]
const testSteps = [
  ['unit tests and random requests', unitTestsAndRandomRequests],
  ['browser tests', () => browserTests([])],
]

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(tasks, name)) {
  console.error(`Usage: npm run <task>, one of: ${Object.keys(tasks).join(', ')}`)
  process.exit(1)
}
try {
  await tasks[name](args)
} catch (error) {
  console.error(error instanceof ProgramFailed ? error.message : error)
  process.exitCode = error instanceof ProgramFailed ? error.code : 1
}

function finish(results) {
  console.log(`\n${results.map(({ line }) => line).join('\n')}`)
  const allTestsPassed = printSum(results)
  if (!allTestsPassed || results.some(({ failed }) => failed)) process.exitCode = 1
}

/** For what calls use cases that write mails: those are JSX. */
function runWithMails(script, args) {
  const load = `import { runnerImport } from 'vite'; await runnerImport('./${script}', { configFile: false })`
  return run('node', ['--input-type=module', '-e', load, '--', 'bench', ...args])
}

/** Administrators are made on the machine itself; there is no permission for it from outside. */
async function administer(what, args) {
  await buildOnly()
  tryOut()
  await run('node', ['server/admin.ts', what, ...args])
}

/**
 * The server takes an unset APP_ENV for production, and stops. Here it means that a developer tries the market out on
 * their own machine; but not where it is set up for others to come: then the server shall say what is missing.
 */
function tryOut() {
  const { APP_ENV, APP_ORIGIN = '', SMTP_URL, DATABASE_URL } = process.env
  if (!APP_ENV && !APP_ORIGIN.startsWith('https:') && !SMTP_URL && !DATABASE_URL) process.env.APP_ENV = 'development'
}

/** In this very process, so that a signal meets the server itself. */
async function become(script, nodeEnv, args) {
  process.env.NODE_ENV ??= nodeEnv
  process.argv = [process.execPath, resolve(script), ...args]
  await import(pathToFileURL(resolve(script)).href)
}
