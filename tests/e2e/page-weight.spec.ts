import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { settled } from './support.ts'
import { test } from './test.ts'

/**
 * What a phone loads for a page that it opens for the first time, until nothing more comes: kB (1000 bytes) as sent.
 * The parts whose scripts come later count; what is fetched ahead for other pages does not, as in a browser that saves
 * data, nor what a visitor's page loads with the first press (ui/start-page.ts). A limit is what was
 * measured with the files of docs/decisions/0136, and a thirtieth more.
 */
type Limits = { script: number; style: number }

const ofVisitors: Record<string, Limits> = {
  '/': { script: 0, style: 19.6 },
  '/auth/signIn': { script: 176, style: 20.6 },
  '/restaurant/products': { script: 0, style: 23.3 },
  '/restaurant/products/*': { script: 0, style: 21.1 },
}
/** Once a visitor has touched what is of more use with script. */
const ofVisitorsAtWork: Record<string, Pick<Limits, 'script'>> = {
  '/': { script: 166 },
  '/restaurant/products': { script: 198 },
}
const ofBuyers: Record<string, Limits> = {
  '/restaurant': { script: 219, style: 22.2 },
  '/restaurant/products': { script: 206, style: 24.5 },
  '/restaurant/products/*': { script: 209, style: 22.4 },
  '/restaurant/cart': { script: 203, style: 21.5 },
  '/restaurant/order/History': { script: 206, style: 26.1 },
}
const ofFarmers: Record<string, Limits> = {
  '/farmer': { script: 169, style: 21.5 },
  '/farmer/orders/*': { script: 234, style: 22.9 },
  '/farmer/harvest': { script: 176, style: 22.6 },
  '/farmer/products/edit/*': { script: 220, style: 25.3 },
}
const ofStaff: Record<string, Limits> = {
  '/admin': { script: 174, style: 21.1 },
  '/admin/users': { script: 191, style: 25.1 },
}
/** Of every page: a document depends on what is on offer and ordered; the fonts are the same two, packed already. */
const onAny = { document: 50, font: 88 }

test.use({ readsOnly: true })

test('what a visitor loads stays within its limits', async ({ page }) => {
  await expectWithin(page, ofVisitors, { '/restaurant/products/*': '/restaurant/products' })
})

test('what a visitor loads with the first press stays within its limits', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector('summary')?.dispatchEvent(new Event('pointerover', { bubbles: true })),
    ),
  )
  for (const [path, { script }] of Object.entries(ofVisitorsAtWork)) {
    const weight = await weightOf(page, path, { hasScript: true })
    expect.soft(weight.script, `script of ${path}, kB`).toBeLessThanOrEqual(script)
  }
})

test('what a buyer loads stays within its limits', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await expectWithin(page, ofBuyers, { '/restaurant/products/*': '/restaurant/products' })
})

test('what a farmer loads stays within its limits', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  const lists = { '/farmer/orders/*': '/farmer/orders', '/farmer/products/edit/*': '/farmer/products/List' }
  await expectWithin(page, ofFarmers, lists)
})

test('what an administrator loads stays within its limits', async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await expectWithin(page, ofStaff)
})

/** A page ending in `*` is the first of its kind that its list leads to. */
async function expectWithin(page: Page, limits: Record<string, Limits>, lists: Record<string, string> = {}) {
  for (const [path, most] of Object.entries(limits)) {
    const list = lists[path]
    const address = list ? await firstLink(page, list, path.slice(0, -1)) : path
    const weight = await weightOf(page, address, { hasScript: most.script > 0 })
    for (const [kind, limit] of Object.entries({ ...most, ...onAny }))
      expect.soft(weight[kind] ?? 0, `${kind} of ${path}, kB`).toBeLessThanOrEqual(limit)
  }
}

async function firstLink(page: Page, list: string, beginning: string): Promise<string> {
  await page.goto(list)
  const link = await page.locator(`a[href^="${beginning}"]:visible`).first().getAttribute('href')
  if (!link) throw new Error(`${list} leads to no page ${beginning}`)
  return link
}

/** Counted by the browser itself, with nothing in its cache. */
async function weightOf(
  page: Page,
  path: string,
  { hasScript }: { hasScript: boolean },
): Promise<Record<string, number>> {
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.clearBrowserCache')
  const kinds = new Map<string, string>()
  const onTheWay = new Set<string>()
  const weight: Record<string, number> = {}
  browser.on('Network.responseReceived', ({ requestId, type, response: { mimeType } }) => {
    const kind = /javascript/.test(mimeType) ? 'script' : kindOf[type]
    if (!kind) return
    kinds.set(requestId, kind)
    onTheWay.add(requestId)
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    onTheWay.delete(requestId)
    if (kind) weight[kind] = (weight[kind] ?? 0) + encodedDataLength / 1000
  })
  await page.goto(path)
  // the last that every page with script loads
  if (hasScript) await page.locator('[data-page-focus]').waitFor({ state: 'attached' })
  await settled(page)
  await expect.poll(() => onTheWay.size).toBe(0)
  await browser.detach()
  return weight
}

const kindOf: Partial<Record<string, string>> = { Document: 'document', Stylesheet: 'style', Font: 'font' }
