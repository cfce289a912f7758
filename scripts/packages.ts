/**
 * The rules for npm packages: checked for package-lock.json, which names the packages of every platform, and for what
 * is installed here. `npm run check` fails when one of the lists below no longer fits.
 */
import { existsSync, readFileSync } from 'node:fs'
import satisfies from 'spdx-satisfies'

export type LockedPackage = {
  version?: string
  license?: string
  dev?: boolean
  /** Needed by a development package, and optional for others: installed with the former only. */
  devOptional?: boolean
  hasInstallScript?: boolean
}

/** Of an installed package's own package.json. */
export type Manifest = { scripts?: Record<string, string> }

/** Licences allowed for every package: use, modify and redistribute, at most with a notice. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

type Exception = { fits: RegExp; licence: string; devOnly?: true; why: string }

/** Licences with further conditions, each for the named packages and for the given reason. */
const licenceExceptions: Exception[] = [
  {
    fits: /^@img\/sharp-(?!libvips)/,
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    why: 'links libvips dynamically and unchanged, on the server only',
  },
  {
    fits: /^@img\/sharp-wasm32$/,
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    why: 'as above; not installed on our platforms',
  },
  {
    fits: /^@img\/sharp-libvips-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips itself: a shared library, unchanged, on the server only',
  },
  { fits: /^(satori|web-push)$/, licence: 'MPL-2.0', why: 'unchanged, on the server only' },
  { fits: /^(axe-core|@axe-core\/playwright)$/, licence: 'MPL-2.0', devOnly: true, why: 'a tool of the tests' },
  { fits: /^lightningcss(-|$)/, licence: 'MPL-2.0', why: 'a tool of the build, unchanged' },
  { fits: /^caniuse-lite$/, licence: 'CC-BY-4.0', why: 'data that the build reads; not handed on' },
  {
    fits: /^spdx-exceptions$/,
    licence: 'CC-BY-3.0',
    devOnly: true,
    why: 'data of the check of licences; not handed on',
  },
  { fits: /^spdx-ranges$/, licence: '(MIT AND CC-BY-3.0)', devOnly: true, why: 'as above' },
]

/** The licence according to the licence file, for packages whose package.json does not state one. */
export const unstatedLicences: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
}

/** Packages that exist to report use or errors to a third party. */
const telemetry =
  /^(@scarf|@sentry|@opentelemetry|@amplitude|@segment|@datadog|@bugsnag)\/|^(posthog|mixpanel|applicationinsights|universal-analytics|insight)(-|$)/

/** The only place where they are allowed: development only. */
const telemetryException = {
  fits: /^@(sentry|opentelemetry)\//,
  why: 'below lighthouse, which reports errors only if --enable-error-reporting asks for it',
}

const installScripts = ['preinstall', 'install', 'postinstall']

/** Throws with one line per package that breaks a rule. */
export function checkPackages(): void {
  const packages = readLock()
  const problems = [
    ...installScriptProblems(packages, readInstalled(packages), readAllowed()),
    ...licenceProblems(packages),
    ...telemetryProblems(packages),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(`${packages.size} packages: install scripts, licences and telemetry as agreed`)
}

/**
 * A package with an install script that `allowScripts` in package.json does not name, and a name there that has none.
 * npm runs none of them (.npmrc); scripts/run.mjs does what those with `true` would have done.
 */
export function installScriptProblems(
  packages: ReadonlyMap<string, LockedPackage>,
  installed: ReadonlyMap<string, Manifest>,
  allowed: Readonly<Record<string, boolean>>,
): string[] {
  const running = new Set(
    [...packages].filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)),
  )
  for (const [path, { scripts }] of installed)
    if (installScripts.some((name) => scripts?.[name])) running.add(nameOf(path))
  return [
    ...[...running]
      .filter((name) => !Object.hasOwn(allowed, name))
      .map((name) => `${name}: has an install script, and package.json does not name it in allowScripts`),
    ...Object.keys(allowed)
      .filter((name) => !running.has(name))
      .map((name) => `${name}: named in allowScripts of package.json, but has no install script`),
  ]
}

/** A package whose licence is on neither list, and an exception that no package needs any more. */
export function licenceProblems(packages: ReadonlyMap<string, LockedPackage>): string[] {
  const problems: string[] = []
  const needed = new Set<unknown>()
  for (const [path, found] of packages) {
    const name = nameOf(path)
    const licence = found.license ?? unstatedLicences[name]
    if (!found.license && licence) needed.add(name)
    if (licence && isAllowed(licence)) continue
    const exception = licenceExceptions.find(
      (it) => it.fits.test(name) && it.licence === licence && (found.dev || !it.devOnly),
    )
    if (exception) needed.add(exception)
    else problems.push(`${name}@${found.version}: licence ${licence ?? 'not stated'} is not on the list`)
  }
  return [
    ...problems,
    ...licenceExceptions
      .filter((it) => !needed.has(it))
      .map(({ fits, licence }) => `${fits} ${licence}: an exception that no package needs`),
    ...Object.keys(unstatedLicences)
      .filter((name) => !needed.has(name))
      .map((name) => `${name}: states its licence itself now, or is gone`),
  ]
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, allowedLicences)
  } catch {
    return false
  }
}

export function telemetryProblems(packages: ReadonlyMap<string, LockedPackage>): string[] {
  return [...packages]
    .map(([path, { dev, devOptional }]) => ({ name: nameOf(path), dev: dev || devOptional }))
    .filter(({ name, dev }) => telemetry.test(name) && !(dev && telemetryException.fits.test(name)))
    .map(({ name }) => `${name}: reports to others`)
}

/** The name of a package from its path: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Every package but our own, by its path in node_modules. */
export function readLock(): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return new Map<string, LockedPackage>(Object.entries<LockedPackage>(packages).filter(([path]) => path !== ''))
}

function readInstalled(packages: ReadonlyMap<string, LockedPackage>): Map<string, Manifest> {
  const installed = [...packages.keys()].map((path) => [path, `${path}/package.json`] as const)
  return new Map(
    installed
      .filter(([, file]) => existsSync(file))
      .map(([path, file]) => [path, JSON.parse(readFileSync(file, 'utf8'))]),
  )
}

const readAllowed = (): Record<string, boolean> => JSON.parse(readFileSync('package.json', 'utf8')).allowScripts
