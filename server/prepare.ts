import { prepareParts } from './parts.ts'
import { printLine } from './processes/signals.ts'

/**
 * Makes the database, its schema, its pages and the demo data, and ends: at a first start while the app is built
 * (scripts/prepare-data.mjs). What it makes is what the app finds done.
 */
const { database, mail } = await prepareParts(process.cwd(), printLine)
mail.close()
await database.close()
