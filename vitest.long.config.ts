import { defineConfig } from 'vitest/config'

/** `npm run test:long`: what takes minutes and is not asked of every change. */
export default defineConfig({
  test: {
    include: ['tests/long/**/*.test.ts', 'tests/fuzz/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
})
