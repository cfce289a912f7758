import { expect, type Page } from '@playwright/test'
import { atRest, axeOn } from './support.ts'

/** The pages of samples, on which the parts of the kit are tried one by one. */

export const form = '/test/form'

/** The form of all fields, and its script running. */
export async function openForm(page: Page): Promise<void> {
  await page.goto(form)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('input, button') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

/** One sample, alone, and its script running. */
export async function sample(page: Page, name: string, theme = ''): Promise<void> {
  await page.goto(`/test?only=${name}${theme && `&theme=${theme}`}`)
  await sampleRuns(page)
}

const sampleRuns = (page: Page) =>
  page.waitForFunction(() => {
    const part = document.querySelector('section[id^="story-"]')
    return part !== null && Object.keys(part).some((key) => key.startsWith('__react'))
  })

/** Opens a page of samples whose scripts are held back until the answer is called: what a slow line does. */
export async function lateScript(page: Page, path: string): Promise<() => Promise<unknown>> {
  const released = Promise.withResolvers<void>()
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() === 'script') await released.promise
      await route.continue()
    },
  )
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('section[id^="story-"]').first()).toBeVisible()
  return () => {
    released.resolve()
    return sampleRuns(page)
  }
}

/** The sample and whatever floats over it; the page around it is looked at with the other pages. */
export async function expectClean(page: Page): Promise<void> {
  await atRest(page)
  const axe = (await axeOn(page)).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  for (const part of ['section[id^="story-"]', '.toasts', '.scrim', '.menu-popover', '.tooltip'])
    if ((await page.locator(part).count()) > 0) axe.include(part)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
}

/** From here on time passes only when the test says so. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000))
}
