import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { runToEnd } from './processes.mjs'

const reports = '.cache/test-reports'

export function unitTests(args) {
  return vitest(`${reports}/unit.json`, args)
}

export function longTests(args) {
  return vitest(`${reports}/long.json`, ['--config', 'vitest.long.config.ts', ...args])
}

/** The numbers of a change: always the same requests, and few enough for every change. `npm run test:fuzz` sends others. */
const ofEveryChange = { FUZZ_REQUESTS: '2000', FUZZ_SEED: '1' }

/** Random requests as each role: those of every change, or as many as FUZZ_REQUESTS says, 20,000 without it. */
export function fuzzTests(args, how) {
  const env = how === 'every change' ? ofEveryChange : {}
  return vitest(`${reports}/fuzz.json`, ['--config', 'vitest.long.config.ts', 'tests/fuzz', ...args], env)
}

/** Phone and desktop side by side, each with an app of its own: their people share no cart. */
export async function browserTests(args) {
  const runs = await Promise.all([
    browserRun('phone', 3199, ['phone'], args),
    browserRun('desktop', 3198, ['first', 'desktop', 'mouse'], args),
  ])
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

function browserRun(name, port, projects, args) {
  const report = `${reports}/browser-${name}.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_PORT: String(port) }
  const which = projects.map((project) => `--project=${project}`)
  const told = ['test', ...which, '--reporter=list,json', '--output', `test-results/${name}`, ...args]
  return counted(report, countPlaywright, () => runToEnd('playwright', told, env))
}

/** The provider's real script against its emulator, in a browser. */
export function providerTests(args) {
  const report = `${reports}/provider.json`
  const told = ['test', '-c', 'tests/firebase/playwright.config.ts', '--reporter=list,json', ...args]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) }
  return counted(report, countPlaywright, () => runToEnd('playwright', told, env))
}

function vitest(report, args, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return counted(report, countVitest, () => runToEnd('vitest', ['run', ...reporters, ...args], env))
}

/** People read what the runner prints; we count in its report. A runner that broke is one failure more. */
async function counted(report, count, runTests) {
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const { code } = await runTests()

  const { passed, failed, skipped } = readCounts(report, count)
  if (skipped > 0) console.log(`${skipped} skipped`)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function readCounts(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** A file that could not even be loaded has no tests to count, so it is counted itself. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** A flaky test passed in the end. Errors outside of tests (no server, no browser) are failures too. */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}

/** The last line of every test command. False when a test failed, or when none ran at all. */
export function printSum(results) {
  const sum = (key) => results.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}
