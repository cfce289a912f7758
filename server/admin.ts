import { join } from 'node:path'
import type { AppModule } from './app-module.ts'

/** The tasks of `administer` (scripts/tasks.mjs), loaded from the bundle like main.ts. */
const root = join(import.meta.dirname, '..')
const { runAdminTask } = (await import(join(root, 'build/server/index.js'))) as AppModule
await runAdminTask(root, process.argv.slice(2))
