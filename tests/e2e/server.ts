import process from 'node:process'

/** The built app as a child of a Playwright worker (app-process.ts): it ends together with its parent, however that ends. */
process.once('disconnect', () => process.exit())
await import('../../server/main.ts')
