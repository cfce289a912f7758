import { join } from 'node:path'
import type { AppModule } from './app-module.ts'

/** The tasks of `administer` (scripts/tasks.mjs), loaded from the bundle: a module that was also
 * loaded from its source would exist twice, and `instanceof` on a class of the one copy does not match the other (T92). */
const root = join(import.meta.dirname, '..')
const { runAdminTask } = (await import(join(root, 'build/server/index.js'))) as AppModule
await runAdminTask(root, process.argv.slice(2))
