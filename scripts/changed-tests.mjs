import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** How many seconds of tests with a database one answer may take; two files run at the same time. */
const budgetSeconds = 24
/** What a file takes before its first test: its worker, its modules and its database. */
const startSeconds = 2
const unknownSeconds = 3
/** A change of these has no place in the graph of imports. */
const outsideOfGraph = /^(package(-lock)?\.json|vitest\.config\.ts|db\/migrations\/)/
const anotherLane = /^tests\/(e2e|long|fuzz|firebase)\//

/** The files that differ from a commit, new ones included. */
export function changedFiles(since) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * The tests that changed files are most likely to break. Of those beside the code every one that imports a changed file,
 * directly or not. Of those in `tests/`, of which most reach nearly everything, those whose own imports are nearest to it,
 * as many as fit into the budget by the times of the last report; `left` says how many do not.
 * Null when imports cannot tell.
 */
export function testsOf(changed, report) {
  if (changed.some((file) => outsideOfGraph.test(file))) return null
  const imports = importsOf(globSync('{app,server,db,scripts,tests}/**/*.{ts,tsx,mjs}'))
  const distances = distancesFrom(changed, importersIn(imports))
  const tests = [...distances.keys()].filter((file) => file.endsWith('.test.ts') && !anotherLane.test(file))
  const seconds = secondsIn(report)
  const nearest = tests
    .filter((file) => file.startsWith('tests/'))
    .map((file) => ({
      file,
      distance: changed.includes(file) ? 0 : meanDistance(imports.get(file), distances),
      seconds: startSeconds + (seconds.get(file) ?? unknownSeconds),
    }))
    .toSorted((a, b) => a.distance - b.distance)
  const chosen = withinBudget(nearest)
  const beside = tests.filter((file) => file.startsWith('app/'))
  return { run: [...beside, ...chosen], left: nearest.length - chosen.length }
}

function importsOf(files) {
  const imported = /(?:from|import)\s*\(?\s*'([#.][^'?]+)/g
  const pathOf = (file, name) => (name.startsWith('#') ? join('app', name.slice(1)) : join(dirname(file), name))
  return new Map(
    files.map((file) => [
      file,
      Array.from(readFileSync(file, 'utf8').matchAll(imported), ([, name]) => pathOf(file, name)),
    ]),
  )
}

function importersIn(imports) {
  const importers = new Map()
  for (const [file, names] of imports)
    for (const name of names) importers.set(name, [...(importers.get(name) ?? []), file])
  return importers
}

/** How many imports lie between a file and the nearest changed one, of all files that reach one. */
function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((file) => [file, 0]))
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

/** A test is about what most of its imports of the business are near to. */
function meanDistance(imports, distances) {
  const business = imports.filter((file) => file.startsWith('app/modules/'))
  const far = Math.max(...distances.values()) + 1
  const sum = business.reduce((total, file) => total + (distances.get(file) ?? far), 0)
  return business.length === 0 ? far : sum / business.length
}

/** Changed tests themselves are always asked. */
function withinBudget(nearest) {
  let used = 0
  return nearest.flatMap(({ file, distance, seconds }) => {
    if (distance > 0 && used + seconds > budgetSeconds) return []
    used += seconds
    return [file]
  })
}

/** How long the tests of each file took in the last whole run, if there was one. */
function secondsIn(report) {
  if (!existsSync(report)) return new Map()
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(testResults.map(({ name, startTime, endTime }) => [relative('.', name), (endTime - startTime) / 1000]))
}
