/** The entry point of the build, and all that the files beside the bundle may import from it (app-module.ts). */
export { runAdminTask } from './admin-task.ts'
export { createApp } from './app.ts'
export { prepareParts, startJobs, startLive, webParts } from './parts.ts'
export { startServer } from './start.ts'
export { startWorker } from './worker.ts'
