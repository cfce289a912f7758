import { test as base } from '@playwright/test'
import { AppUnderTest } from './app-under-test.ts'

let ofThisWorker: AppUnderTest | null = null

/** The app of this worker, for helpers that are no fixtures. */
export function theApp(): AppUnderTest {
  if (!ofThisWorker) throw new Error('the app is there once a test or hook has asked for it')
  return ofThisWorker
}

/** As in a browser whose user wants to load little. */
const saveData = () => Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })

type OfTests = {
  /** Set by files that change no data: they may share a copy of the market. */
  readsOnly: boolean
  /** Settings that the app of a file needs beside the usual ones; a file that sets them is one test. */
  settings: Record<string, string>
  /**
   * Set by files that are about it: the scripts of pages that may be opened next are fetched, half of all that a page loads. Elsewhere
   * the browser saves data.
   */
  fetchesAhead: boolean
  /** The app under test, on data that no other file has changed. Hooks that need it have to ask for it. */
  app: AppUnderTest
}

/** Playwright's test, on an app and a copy of the demo market of its worker's own. */
export const test = base.extend<OfTests, { appOfWorker: AppUnderTest }>({
  readsOnly: [false, { option: true }],
  settings: [{}, { option: true }],
  fetchesAhead: [false, { option: true }],
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead) await context.addInitScript(saveData)
    await use(context)
  },
  appOfWorker: [
    async ({ playwright: _ }, use) => {
      ofThisWorker = await AppUnderTest.ofThisWorker()
      await use(ofThisWorker)
      await ofThisWorker.end()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ appOfWorker, readsOnly, settings }, use, { file, project, repeatEachIndex }) => {
      await appOfWorker.giveTo(`${project.name} ${file} ${repeatEachIndex}`, { readsOnly, settings })
      await use(appOfWorker)
    },
    { auto: true, timeout: 120_000 },
  ],
  baseURL: ({ app }, use) => use(app.origin),
})
