import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { changedFiles, testsOf } from './changed-tests.mjs'
import { runToEnd } from './processes.ts'
import { makeTestFolder } from './test-folder.mjs'

const reports = '.cache/test-reports'
const unitReport = `${reports}/unit.json`

/** All of them; `test:changed` reads in the report how long each file takes. */
export function unitTests(args, env) {
  return vitest(unitReport, args, { ...env, TMPDIR: makeTestFolder() })
}

/** The same requests for every change, and few; `npm run test:fuzz` sends others. */
export function unitTestsAndRandomRequests() {
  return unitTests([], { FUZZ_REQUESTS: '2000', FUZZ_SEED: '1' })
}

/** Which tests the changes since a commit, the last one without it, are most likely to break; null: none. */
export function testsOfChange(since = 'HEAD') {
  const tests = testsOf(changedFiles(since), unitReport)
  if (!tests) {
    console.log('Imports do not tell what this can break: the tests without a database. npm run test:unit runs all.')
    return ['--project', 'pure']
  }
  const { run, left } = tests
  console.log(`${run.length} files of tests; ${left} more reach what changed and are left to npm run test:unit`)
  return run.length > 0 ? run : null
}

export function changedTests(which) {
  return vitest(`${reports}/changed.json`, which, { TMPDIR: makeTestFolder() })
}

/** Properties are tried 20,000 times, with other values in each run; the printed seed repeats them. */
export function longTests(args) {
  const { PROPERTY_RUNS = '20000', PROPERTY_SEED = String(randomInt(2 ** 31)) } = process.env
  console.log(`PROPERTY_SEED=${PROPERTY_SEED}`)
  return vitest(`${reports}/long.json`, ['--config', 'vitest.long.config.ts', ...args], {
    PROPERTY_RUNS,
    PROPERTY_SEED,
  })
}

/** Random requests as each role: as many as FUZZ_REQUESTS says, 20,000 without it. */
export function fuzzTests(args) {
  return vitest(`${reports}/fuzz.json`, ['--config', 'vitest.long.config.ts', 'tests/fuzz', ...args])
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
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report), TMPDIR: makeTestFolder() }
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

  const { passed, skipped, failures } = readCounts(report, count)
  if (skipped > 0) console.log(`${skipped} skipped`)
  if (failures.length === 0 && code !== 0) failures.push(failure(report, 'the runner failed outside of its tests'))
  return { passed, failed: failures.length, failures }
}

function readCounts(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    return { passed: 0, skipped: 0, failures: [failure(report, error.message)] }
  }
}

/** A failed test as the end of the output repeats it: its name and the first lines of its error, without colours. */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const told = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return { name, error: told.slice(0, 5).map((line) => line.slice(0, 300)) }
}

/** A file that could not even be loaded, or whose hooks failed, is a failure itself. */
function countVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failure(file, message)]
    return failed.map(({ fullName, failureMessages }) => failure(`${file} > ${fullName}`, failureMessages[0]))
  })
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures }
}

/** A flaky test passed when tried again; the runner names it. Errors outside of tests (no server, no browser) are failures too. */
function countPlaywright({ stats, errors, suites }) {
  const failures = suites.flatMap((suite) => unexpectedIn(suite, []))
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: [...failures, ...errors.map(({ message }) => failure('outside of the tests', message))],
  }
}

function unexpectedIn({ title, suites = [], specs = [] }, above) {
  const path = [...above, title]
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const { error } = results.findLast((result) => result.error) ?? {}
        return failure([`[${projectName}]`, ...path, spec.title].join(' > '), error?.message)
      }),
  )
  return [...failed, ...suites.flatMap((suite) => unexpectedIn(suite, path))]
}

/** The end of every test command: each failed test again, then the sum. False when one failed, or when none ran at all. */
export function printSum(results) {
  for (const { name, error } of results.flatMap(({ counts }) => counts?.failures ?? []))
    console.log(['', `failed: ${name}`, ...error.map((line) => `  ${line}`)].join('\n'))
  const sum = (key) => results.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}
