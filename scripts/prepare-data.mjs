/**
 * Makes the data of a first start while the app is built: bundles what that needs, which takes a second, and runs it.
 * Node alone could not, since the mails are JSX.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const outDir = '.cache/prepare-data'

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'server/prepare.ts',
    outDir,
    target: 'node26',
    minify: false,
    copyPublicDir: false,
    reportCompressedSize: false,
  },
})
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(process.cwd(), outDir, 'prepare.js')).href)
