import { availableParallelism } from 'node:os'
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

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 } }

/**
 * Each test says by its tags where it runs: on a phone of 390 px (no tag, or `@phone`), on a desktop of 1440 px
 * (`@desktop`), on both (the two tags), or there only because it needs a mouse and a keyboard (`@mouse`). Each worker has
 * an app and a copy of the demo market of its own (tests/e2e/test.ts).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  // a file is one worker's: its tests may tell one story
  fullyParallel: false,
  // one more than cores: with as many as cores a fourth of the machine was idle, because tests wait for timers and for the network
  workers: Math.min(availableParallelism() + 1, 6),
  // on a machine that others use as well a press may meet a page that is still being taken over: what fails there is tried
  // once more, by another worker with a market of its own, and named as flaky in the output
  retries: process.env.CI ? 1 : 0,
  // they end only what hangs
  timeout: 150_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // it would answer before what a test puts in the way of the network; offline.spec.ts is about it
    serviceWorkers: 'block',
    // what moves is drawn sixty times a second; tests of motion ask for it
    contextOptions: { reducedMotion: 'reduce' },
    // drawing and writing a trace of every test takes a third of the machine: with --trace on, for those that fail
    trace: { mode: 'off', screenshots: false },
    launchOptions: chromium,
  },
  projects: [
    {
      name: 'phone',
      grep: /@phone|^(?!.*@(desktop|mouse))/s,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    { name: 'desktop', grep: /@desktop/, use: desktop },
    { name: 'mouse', grep: /@mouse/, use: desktop },
  ],
})
