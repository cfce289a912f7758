import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** `npm run test:long`: what takes minutes and is not asked of every change, and every property many times. */
export default defineConfig({
  test: {
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    projects: [
      { extends: true, test: { name: 'long', include: ['tests/long/**/*.test.ts', 'tests/fuzz/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['tests/**/*.long.test.ts', ...filesWithProperties()],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/property-runs.ts'],
        },
      },
    ],
  },
})

/** Those of `npm test` that try something with random values. */
function filesWithProperties(): string[] {
  const files = globSync(['app/**/*.test.ts', 'tests/{api,pictures,use-cases}/**/*.test.ts'])
  return files.filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
}
