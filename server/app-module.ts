import type { newBadgeKeyCommand } from '#modules/badges/new-key-command.server.ts'
import type { adminCommand } from '#modules/identity/admins/admin-command.server.ts'
import type { tokenCommand } from '#modules/identity/token-command.server.ts'
import type { createApp } from './app.ts'
import type { startWorker } from './worker.ts'

/** What the bundle exports; main.ts imports it by path, because it exists only after the build. */
export type AppModule = {
  createApp: typeof createApp
  startWorker: typeof startWorker
  adminCommand: typeof adminCommand
  tokenCommand: typeof tokenCommand
  newBadgeKeyCommand: typeof newBadgeKeyCommand
}
