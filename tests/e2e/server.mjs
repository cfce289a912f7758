import process from 'node:process'

/** The built app as a child of a Playwright worker (app-process.ts): it ends together with its parent, however that ends.
 * In JavaScript: to be read as TypeScript takes half a second of CPU at each start. */
process.once('disconnect', () => process.exit())
await import('../../build/server/main.js')
