/**
 * Which part of the app may import which, as Biome's `overrides`: one list, from which the lint rules are generated.
 * `node scripts/import-rules.mjs` writes them into biome.json, formatted; with `--check` it fails when biome.json says otherwise.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** From the lowest layer up: a folder of app/modules may import what stands before it, never what stands after it. */
const modules = [
  'ordering/process',
  'audit-log',
  // what their modules let lower ones write; they import no other module
  'identity/preferences',
  'organisations/unproven',
  'ordering/personal-links',
  'cart/removal',
  'payments/card-holds',
  'payments/debit-agreed',
  'notifications',
  'photos',
  'content',
  'identity',
  'organisations',
  'delivery',
  'pricing',
  'banking',
  'ledger',
  'runs',
  'credit',
  'products/catalog',
  'traceability',
  'cart',
  'ordering',
  'shopping-lists',
  'group-buying',
  'ordering/fulfilment',
  'ordering/magic-links',
  'traceability/badges',
  'reviews',
  'sourcing',
  'products',
  'messaging',
  'support',
  'issued-documents',
  'packing-papers',
  'billing',
  'payments',
  'payouts',
  'bookkeeping',
  'admin',
]

/** What a transition of an order declares is read by the permissions and the audit log: these modules are below them. */
const belowAuthorization = ['ordering/process']

const above = {
  kernel: ['authorization', 'infra', 'modules', 'ui', 'api', 'web', 'routes'],
  infra: ['authorization', 'modules', 'ui', 'api', 'web', 'routes'],
  authorization: ['modules', 'ui', 'api', 'web', 'routes'],
  ui: ['authorization', 'infra', 'modules', 'api', 'web', 'routes'],
  web: ['api', 'routes'],
}

const ownNames = "Use the package's own names (#modules/…, #kernel/…) instead of a path that leads up."
/** The shape of the tables, which every module states for its own (`tables.ts`), and how many rows of them are written. */
const schema = ['#infra/**', '!#infra/db/schema.ts', '!#infra/db/column-types.ts', '!#infra/db/many-rows.ts']

function restricted(includes, patterns) {
  return {
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  }
}

const inFolders = (names) => names.map((name) => `#${name}/**`)

/** A folder within another one is allowed or forbidden on its own. */
function laterThan(name) {
  const place = modules.indexOf(name)
  const later = modules.slice(place + 1)
  const earlierWithin = modules.slice(0, place + 1).filter((other) => later.some((one) => other.startsWith(`${one}/`)))
  return [...inFolders(later.map((one) => `modules/${one}`)), ...earlierWithin.map((one) => `!#modules/${one}/**`)]
}

function moduleRule(name) {
  const patterns = [
    {
      group: [...schema, ...inFolders(['api', 'web', 'routes'])],
      message: 'Modules know neither HTTP nor adapters: what they need is in the Ctx.',
    },
    {
      group: belowAuthorization.includes(name) ? inFolders(['authorization']) : [],
      message: 'authorization imports it.',
    },
    {
      group: laterThan(name),
      message: `${name} may import only modules that stand before it in scripts/import-rules.mjs.`,
    },
    { group: ['../../**'], message: ownNames },
  ]
  return restricted(
    [`app/modules/${name}/**`],
    patterns.filter(({ group }) => group.length > 0),
  )
}

/** The last override that matches a file counts: a folder comes before the folders within it. */
function overrides() {
  return [
    restricted(
      ['app/kernel/**'],
      [
        { group: inFolders(above.kernel), message: 'The kernel imports nothing above it.' },
        { group: ['../**'], message: ownNames },
      ],
    ),
    restricted(['app/infra/**'], [{ group: inFolders(above.infra), message: 'Adapters import the kernel only.' }]),
    restricted(
      ['app/infra/db/schema.ts'],
      [{ group: [...inFolders(above.infra), '!#modules/*/tables.ts'], message: 'Only the tables of the modules.' }],
    ),
    restricted(
      ['app/authorization/**'],
      [
        {
          group: [
            ...schema,
            ...inFolders(above.authorization),
            ...belowAuthorization.map((name) => `!#modules/${name}/**`),
          ],
          message: 'authorization imports the kernel, the types of the tables and the process of an order.',
        },
      ],
    ),
    restricted(
      ['app/ui/**'],
      [
        {
          group: inFolders(above.ui),
          message: 'The component library has no business terms: it imports the kernel only.',
        },
      ],
    ),
    restricted(['app/web/**'], [{ group: inFolders(above.web), message: 'The HTTP helpers know no page and no API.' }]),
    ...modules.toSorted((a, b) => a.split('/').length - b.split('/').length).map(moduleRule),
    { includes: ['**/*.test.ts'], linter: { rules: { style: { noRestrictedImports: 'off' } } } },
    restricted(
      ['server/admin.ts', 'server/dev.ts'],
      [
        {
          group: ['#*/**', '../**', './*', '!./app-module.ts'],
          message: 'What runs comes out of the bundle: a module loaded from its source would exist twice.',
        },
      ],
    ),
  ]
}

const file = fileURLToPath(new URL('../biome.json', import.meta.url))
const config = JSON.parse(readFileSync(file, 'utf8'))
const generated = overrides()
if (!process.argv.includes('--check')) {
  writeFileSync(file, `${JSON.stringify({ ...config, overrides: generated }, null, 2)}\n`)
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
  execFileSync(biome, ['format', '--write', file], { stdio: 'inherit' })
} else if (JSON.stringify(config.overrides) !== JSON.stringify(generated)) {
  console.error('biome.json is older than scripts/import-rules.mjs: run `node scripts/import-rules.mjs`.')
  process.exitCode = 1
}
