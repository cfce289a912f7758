import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  checkPackages,
  installScriptProblems,
  type LockedPackage,
  licenceProblems,
  readLock,
  telemetryProblems,
} from '../../scripts/packages.ts'

const locked = (packages: Record<string, LockedPackage>) => new Map(Object.entries(packages))
/** The lock file, and one more package. */
const with_ = (path: string, found: LockedPackage) => new Map([...readLock(), [path, found]])

test('what is locked and installed is as agreed', () => {
  expect(checkPackages).not.toThrow()
})

test('npm runs no install script, and says what it would have run', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('a package with an install script has to be named', () => {
  const packages = locked({ 'node_modules/a': { hasInstallScript: true }, 'node_modules/a/node_modules/@b/c': {} })
  const installed = new Map([
    ['node_modules/a/node_modules/@b/c', { scripts: { postinstall: 'node x.js', test: 'y' } }],
  ])
  expect(installScriptProblems(packages, installed, {})).toEqual([
    expect.stringMatching(/^a: /),
    expect.stringMatching(/^@b\/c: /),
  ])
  expect(installScriptProblems(packages, installed, { a: true, '@b/c': false })).toEqual([])
})

test('a name that is no longer needed has to go', () => {
  expect(installScriptProblems(locked({ 'node_modules/a': {} }), new Map(), { a: true })).toHaveLength(1)
})

test.each([
  ['GPL-3.0-only', 1],
  ['(MIT OR GPL-3.0-only)', 0],
  ['MIT AND GPL-3.0-only', 1],
  ['SEE LICENSE IN LICENSE.md', 1],
  [undefined, 1],
  ['ISC', 0],
])('a package under %s makes %i problems', (license, problems) => {
  expect(licenceProblems(with_('node_modules/new', { version: '1.0.0', license }))).toHaveLength(problems)
})

test('an exception is for the packages it names, and only in development where it says so', () => {
  expect(licenceProblems(with_('node_modules/new', { license: 'MPL-2.0', dev: true }))).toHaveLength(1)
  expect(licenceProblems(with_('node_modules/x/node_modules/axe-core', { license: 'MPL-2.0' }))).toHaveLength(1)
  expect(licenceProblems(with_('node_modules/x/node_modules/axe-core', { license: 'MPL-2.0', dev: true }))).toEqual([])
})

test('an exception that no package needs has to go', () => {
  const without = new Map([...readLock()].filter(([path]) => !path.endsWith('/satori') && !path.endsWith('/web-push')))
  expect(licenceProblems(without)).toHaveLength(1)
})

test.each([
  ['node_modules/@scarf/scarf', true, 1],
  ['node_modules/posthog-node', true, 1],
  ['node_modules/@sentry/node', false, 1],
  ['node_modules/@sentry/node', true, 0],
  ['node_modules/insightful', false, 0],
])('%s, for development only: %s, makes %i problems', (path, dev, problems) => {
  expect(telemetryProblems(locked({ [path]: { dev } }))).toHaveLength(problems)
})
