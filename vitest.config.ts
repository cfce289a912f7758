import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['app/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/long/**', 'tests/fuzz/**', '**/node_modules/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    coverage: { include: ['app/kernel/**/*.ts', 'app/modules/**/*.ts'], exclude: ['**/ui/**', '**/*.test.ts'] },
  },
})
