/**
 * What a page may weigh, in kB (1000 bytes) after gzip, so that a phone with a weak signal has it in a few seconds.
 * Fails the build when a page has grown over it. `npm run build` and `node scripts/budgets.mjs` print the figures.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readRouteList } from './route-list.ts'

const client = 'build/client'

/** What a page starts with: the program, the root, its layouts, itself. The first line that fits a page counts. */
const pageBudgets = [
  { of: 'the visitor’s home', fits: (id) => id === 'routes/public/home', script: 122, styles: 22 },
  { of: 'farmer', fits: (id) => id.startsWith('routes/farm/'), script: 168, styles: 25 },
  // a PC, on the line of an office: tables, side panels and dialogs on one screen
  { of: 'admin', fits: (id) => id.startsWith('routes/staff/'), script: 216, styles: 26 },
  { of: 'gallery', fits: (id) => id.startsWith('routes/dev/'), script: 292, styles: 35 },
  { of: 'restaurant and the rest', fits: () => true, script: 178, styles: 26 },
]
const fontBudget = 86

/** Throws with the names of what is too heavy. */
export function checkBudgets() {
  const manifest = readRouteList(join(client, 'assets'))
  const pages = Object.values(manifest.routes).filter(({ hasDefaultExport }) => hasDefaultExport !== false)
  const groups = Map.groupBy(pages, (page) => pageBudgets.find(({ fits }) => fits(page.id)))
  const figures = pageBudgets.flatMap((budget) => [
    heaviest(`script, ${budget.of}`, groups.get(budget) ?? [], (page) => scriptsOf(manifest, page), budget.script),
    heaviest(`styles, ${budget.of}`, groups.get(budget) ?? [], (page) => stylesOf(manifest, page), budget.styles),
  ])
  figures.push({ what: 'fonts (not packed further)', weight: fontWeight(), most: fontBudget })
  for (const { what, weight, most } of figures) console.log(`${weight.toFixed(1).padStart(7)} of ${most} kB  ${what}`)
  const heavy = figures.filter(({ weight, most }) => weight > most)
  if (heavy.length > 0) throw new Error(`Too heavy: ${heavy.map(({ what }) => what).join('; ')}`)
}

function heaviest(what, pages, filesOf, most) {
  const [worst] = pages.map((page) => ({ id: page.id, weight: kB(filesOf(page)) })).sort((a, b) => b.weight - a.weight)
  return { what: `${what} (${worst?.id ?? '–'})`, weight: worst?.weight ?? 0, most }
}

const scriptsOf = (manifest, page) => [
  manifest.entry.module,
  ...manifest.entry.imports,
  ...withLayouts(manifest, page).flatMap(({ module, imports = [] }) => [module, ...imports]),
]

/** The sheet of every page (app/root.tsx), and its own. A `#` only tells two links to one file apart. */
const stylesOf = (manifest, page) => [
  sheet('app'),
  ...withLayouts(manifest, page).flatMap(({ css = [] }) => css.map((file) => file.replace(/#$/, ''))),
]

const sheet = (name) =>
  `assets/${readdirSync(join(client, 'assets')).find((file) => file.startsWith(`${name}-`) && file.endsWith('.css'))}`

function withLayouts(manifest, page) {
  const routes = []
  for (let at = page; at; at = manifest.routes[at.parentId]) routes.push(at)
  return routes
}

/** Each file once. */
const kB = (files) => [...new Set(files)].reduce((sum, file) => sum + packed(file), 0) / 1000

/** Most files are on many pages. */
const known = new Map()

function packed(file) {
  const bytes = known.get(file) ?? gzipSync(readFileSync(join(client, file)), { level: 9 }).length
  known.set(file, bytes)
  return bytes
}

const fontWeight = () =>
  readdirSync(join(client, 'fonts'))
    .filter((name) => name.endsWith('.woff2'))
    .reduce((sum, name) => sum + statSync(join(client, 'fonts', name)).size, 0) / 1000

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) checkBudgets()
