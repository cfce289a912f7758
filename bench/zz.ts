import { RunningApp } from '../tests/support/running-app.ts'
import { stockUpdates } from './stock-updates.ts'
const app = await RunningApp.start(10_000)
const database = await app.database()
try { console.log(await stockUpdates(app, database.pool)) } finally { await database.close(); await app.end() }
