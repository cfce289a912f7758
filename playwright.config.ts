import { defineConfig, devices } from '@playwright/test'

const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-gpu',
    '--disable-gpu-rasterization',
  ],
}

const onlyOnDesktop = [
  'admin-desk',
  'admin-shell',
  'admin-users',
  'content',
  'contrast',
  'desk',
  'errors',
  'kit-dialog',
  'kit-overlay',
  'kit-toast',
  'loading-bar',
  'looks',
  'photos',
  'route-scripts',
  'second-factor',
  'sharing',
  'shell',
].map((name) => `**/e2e/${name}.spec.ts`)
const onlyOnPhone = [
  'account',
  'catalogue',
  'consent',
  'farm-goods',
  'farm-papers',
  'farmer-shell',
  'faults',
  'home',
  'inquiry',
  'kit-address',
  'kit-buttons',
  'kit-fields',
  'kit-form',
  'organisation',
  'price-rules',
  'restaurant-shell',
  'sign-up',
  'ways-in',
].map((name) => `**/e2e/${name}.spec.ts`)

/**
 * Two projects: a phone of 390 px and a desktop of 1440 px. What needs a mouse and a keyboard (`@mouse`), or a finger
 * (`@touch`), runs where there is one; what does not depend on the width runs once. The app starts once, on its own data (tests/e2e/server.ts).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  // once more on a busy machine; what needed it is named as flaky at the end of the run, to be mended
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT ?? 3199}`,
    actionTimeout: 10_000,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // without the film of every test: drawing it took a third of the machine
    trace: { mode: 'retain-on-first-failure', screenshots: false },
    launchOptions: chromium,
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@mouse/,
      testIgnore: onlyOnDesktop,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    {
      name: 'desktop',
      grepInvert: /@touch/,
      testIgnore: onlyOnPhone,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 } },
    },
    {
      name: 'mouse',
      grep: /@mouse/,
      testMatch: onlyOnPhone,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 } },
    },
  ],
  webServer: {
    command: 'node tests/e2e/server.ts',
    url: `http://localhost:${process.env.E2E_PORT ?? 3199}/readyz`,
    timeout: 90_000,
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
})
