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
  'account-changes',
  'admin-claims',
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
  'badges',
  'catalogue',
  'claims',
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
  'lists',
  'live',
  'notices',
  'order-changes',
  'order-history',
  'organisation',
  'part-shipping',
  'price-rules',
  'recalls',
  'requests',
  'restaurant-shell',
  'reviews',
  'sign-up',
  'talk',
  'trace',
  'unproven',
  'ways-in',
].map((name) => `**/e2e/${name}.spec.ts`)

/** On a phone, but with the desktop's app: so both halves take as long, and what needs untouched orders comes before anybody's work. */
const first = [
  'badges',
  'offline',
  'recalls',
  'requests',
  'reviews',
  'trace',
  'home',
  'kit-address',
  'kit-buttons',
  'kit-calendar',
  'kit-fields',
  'kit-form',
  'kit-table',
]
const firstFiles = first.map((name) => `**/e2e/${name}.spec.ts`)
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

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
    // it would answer before what a test puts in the way of the network; offline.spec.ts is about it
    serviceWorkers: 'block',
    // a trace of the second try only: drawing and writing one for every test took a third of the machine
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: chromium,
  },
  projects: [
    { name: 'first', grepInvert: /@mouse/, testMatch: firstFiles, use: phone },
    { name: 'phone', grepInvert: /@mouse/, testIgnore: [...onlyOnDesktop, ...firstFiles], use: phone },
    {
      name: 'desktop',
      grepInvert: /@touch/,
      testIgnore: [...onlyOnPhone, '**/e2e/offline.spec.ts'],
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
