import { defineConfig } from 'vitest/config'

const pure = [
  'app/**/*.test.ts',
  'tests/{architecture,pictures,supply-chain,support}/**/*.test.ts',
  'tests/api/odd-values.test.ts',
  'tests/bundler/{group-modules,only-routes,route-list,shared-files,single-icons}.test.ts',
  'tests/launcher/{old-assets,one-at-a-time,precompress,run-processes,run-together,test-folder}.test.ts',
  'tests/use-cases/{answer-token,channels}.test.ts',
]
// the few random requests of every change (scripts/test-runs.mjs) share the demo data of the others
const random = process.env.FUZZ_REQUESTS ? [] : ['tests/fuzz/**']
const elsewhere = ['tests/e2e/**', 'tests/long/**', ...random, '**/*.long.test.ts', '**/node_modules/**']

/**
 * `pure` needs neither a database nor a process of its own. `db` is the rest: a PostgreSQL for the whole run, and a copy of
 * its migrated template for each file. In both, files share a worker and the modules that are loaded in it.
 */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/property-runs.ts', 'tests/support/year.ts'],
    coverage: { include: ['app/kernel/**/*.ts', 'app/modules/**/*.ts'], exclude: ['**/ui/**', '**/*.test.ts'] },
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pure, pool: 'threads', isolate: false, unstubGlobals: true, restoreMocks: true },
      },
      {
        extends: true,
        test: {
          name: 'db',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [...elsewhere, ...pure],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
