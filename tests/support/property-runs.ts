import fc from 'fast-check'

/**
 * How often a property is tried unless it says so itself: 500 times for every change, with the same values on every
 * machine, so that no change fails by chance. `npm run test:long` tries it 20,000 times, with other values in each run
 * (PROPERTY_RUNS, PROPERTY_SEED).
 */
const { PROPERTY_RUNS = '500', PROPERTY_SEED = '1' } = process.env

fc.configureGlobal({ numRuns: Number(PROPERTY_RUNS), seed: Number(PROPERTY_SEED) })
