/**
 * Builds the service worker beside the client, and inserts the files that the offline pages need: their scripts, with
 * the parts that are loaded later, and their styles; never those of other pages.
 */
import { readFileSync } from 'node:fs'
import { injectManifest } from '@serwist/build'
import { build as viteBuild } from 'vite'

const client = 'build/client'

/** The routes that work offline. */
const pages = [
  'app/root.tsx',
  'app/routes/farm/layout.tsx',
  'app/routes/farm/today.tsx',
  'app/routes/farm/orders/orders.tsx',
  'app/routes/farm/orders/order.tsx',
  'app/routes/restaurant/layout/layout.tsx',
  'app/routes/restaurant/layout/members.tsx',
  'app/routes/restaurant/home/home.tsx',
  'app/routes/restaurant/cart/cart.tsx',
  'app/routes/restaurant/receiving/arrivals.tsx',
  'app/routes/restaurant/receiving/receiving.tsx',
]
const mostBytes = 2_500_000

export async function buildServiceWorker() {
  const wanted = filesOf(JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')))
  await viteBuild({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      license: { fileName: '.vite/service-worker-packages.json' },
      lib: { entry: 'service-worker/sw.ts', formats: ['iife'], name: 'serviceWorker', fileName: () => 'sw.js' },
    },
  })
  const { count, size, warnings } = await injectManifest({
    swSrc: `${client}/sw.js`,
    swDest: `${client}/sw.js`,
    globDirectory: client,
    globPatterns: [...wanted, 'assets/manifest-*.js'],
    // the names of our assets contain a hash of their contents
    dontCacheBustURLsMatching: /^assets\//,
    modifyURLPrefix: { '': '/' },
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  if (size > mostBytes) throw new Error(`Too heavy: what is kept for pages without a signal is ${size} bytes`)
  console.log(
    `${(size / 1000).toFixed(0).padStart(7)} kB, unpacked, in ${count} files: kept for pages without a signal`,
  )
}

/** A page's files: its own, what it imports, and what it imports later. */
function filesOf(manifest) {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    const entry = manifest[key]
    if (!entry || seen.has(key)) return
    seen.add(key)
    for (const file of [entry.file, ...(entry.css ?? []), ...(entry.assets ?? [])]) files.add(file)
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next)
  }
  const roots = Object.keys(manifest).filter(
    (key) =>
      pages.some((page) => key.startsWith(`${page}?`) || key === page) || manifest[key].src?.includes('entry.client'),
  )
  for (const root of roots) visit(root)
  return files
}
