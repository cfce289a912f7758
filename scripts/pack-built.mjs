/** Compresses what was built, beside the app that has started, which comes first and works without. */
import { constants, setPriority } from 'node:os'
import { packBuilt } from './build.mjs'

setPriority(constants.priority.PRIORITY_LOW)
await packBuilt().catch((error) => console.error(`The files could not be compressed: ${error.message}`))
