/**
 * The licence texts of all code that reaches the browser, as one file that the app serves. Which packages these are is
 * read from the module graphs of the two builds, the pages' and the service worker's; what is included another way is
 * named below.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

type Notice = { name: string; version: string; identifier?: string; text?: string }

const client = 'build/client'

/**
 * Not modules to the bundler, but in its output, or made from the package: the latter are not installed where the app is
 * only built, so that the text is a file of ours.
 */
const others: readonly { name: string; in: string; text?: string }[] = [
  { name: 'vite', in: 'the script that loads other scripts' },
  { name: 'rolldown', in: 'the helpers between bundled modules' },
  { name: 'tailwindcss', in: 'the style sheets' },
  { name: '@fontsource/line-seed-jp', in: 'the fonts (subsets)', text: 'public/fonts/OFL.txt' },
  { name: '@iconify-json/noto', in: 'the pictures' },
]

/** Licences with one standard text: where that text is, for packages that ship none. */
const commonTexts: Readonly<Record<string, string>> = { 'Apache-2.0': 'node_modules/sharp/LICENSE' }

/** Throws when the licence text of a package cannot be found. */
export function writeThirdPartyNotices(): void {
  writeFileSync(
    `${client}/third-party-notices.txt`,
    thirdPartyNotices(bundledPackages(), readFileSync('NOTICE', 'utf8')),
  )
}

function bundledPackages(): Notice[] {
  const bundled = ['packages', 'service-worker-packages'].flatMap((name): Notice[] =>
    JSON.parse(readFileSync(`${client}/.vite/${name}.json`, 'utf8')),
  )
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return [
    ...bundled,
    ...others.map(({ name, text }) => {
      const folder = `node_modules/${name}`
      const { version, license } = locked[folder]
      const file = text ?? licenceFileIn(folder)
      return { name, version, identifier: license, text: file && readFileSync(file, 'utf8').trim() }
    }),
  ]
}

function licenceFileIn(folder: string): string | undefined {
  const file = existsSync(folder) && readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file))
  return file ? `${folder}/${file}` : undefined
}

function commonText(identifier = ''): string {
  const file = commonTexts[identifier]
  return file ? readFileSync(file, 'utf8').trim() : ''
}

/** One section per text, under the names of its packages. */
export function thirdPartyNotices(packages: Notice[], ownNotice: string): string {
  const byText = Map.groupBy(packages, ({ text, identifier }) => text ?? commonText(identifier))
  const without = byText.get('') ?? []
  if (without.length > 0) throw new Error(`No licence text: ${without.map(({ name }) => name).join(', ')}`)
  const sections = [...byText].map(([text, of]) => {
    const names = new Set(of.map(({ name, version, identifier }) => `${name} ${version} (${identifier})`))
    return `${[...names].sort().join('\n')}\n\n${text}`
  })
  return `${[ownNotice.trim(), ...sections.sort()].join(`\n\n${'='.repeat(80)}\n\n`)}\n`
}
