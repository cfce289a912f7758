import { join } from 'node:path'
import type { AppModule } from './app-module.ts'

/**
 * Starts the built program. Everything that runs comes out of the bundle: a module that was also loaded from its source
 * would exist twice, and `instanceof` on a class of the one copy knows nothing of the other (T92).
 */
const root = join(import.meta.dirname, '..')
const { startServer } = (await import(join(root, 'build/server/index.js'))) as AppModule
await startServer(root)
