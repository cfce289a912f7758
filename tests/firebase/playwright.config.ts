import { defineConfig, devices } from '@playwright/test'

const port = process.env.E2E_PORT ?? '3197'

/** The real SDK in a real browser, against the official emulator: `npm run test:firebase`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/firebase',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    actionTimeout: 10_000,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'],
    },
  },
  webServer: [
    {
      command: 'node_modules/.bin/firebase emulators:start --only auth --project demo-une-to-sara',
      url: 'http://127.0.0.1:9099/',
      timeout: 90_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: 'node server.ts',
      url: `http://localhost:${port}/readyz`,
      timeout: 90_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      stdout: 'pipe',
    },
  ],
})
