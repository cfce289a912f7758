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

/** Each worker has an app and data of its own: tests/e2e/test.ts. */
export function browserTests(args) {
  return playwright(`${reports}/browser.json`, args)
}

/** The provider's real script against its emulator, in a browser. */
export function providerTests(args) {
  return playwright(`${reports}/provider.json`, ['-c', 'tests/firebase/playwright.config.ts', ...args])
}

function playwright(report, args) {
  const told = ['test', '--reporter=list,json', ...args]
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

/** A flaky test (one that passed when tried again) has failed; so have errors outside of tests: no server, no browser. */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/** The last line of every test command. False when a test failed, or when none ran at all. */
export function printSum(results) {
  const sum = (key) => results.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}
