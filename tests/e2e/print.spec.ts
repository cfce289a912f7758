import { expect, type Page } from '@playwright/test'
import { textOfPdf } from '../support/pdf-picture.ts'
import { signedIn } from './signed-in.ts'
import { open } from './support.ts'
import { test } from './test.ts'

/** What people print: each list with the account that has something in it. */
const lists = {
  'farmer@example.jp': [
    '/farmer',
    '/farmer/orders?step=confirm',
    '/farmer/orders?step=pack',
    '/farmer/orders?step=pack&by=item',
    '/farmer/orders?step=ship',
    '/farmer/papers',
    '/farmer/labels',
    '/farmer/scales',
    '/farmer/harvest/list',
    '/farmer/shipments',
    '/farmer/documents',
    '/farmer/sales',
    '/farmer/lots',
    '/farmer/harvest',
    '/farmer/products/List',
    '/farmer/orders/*',
    '/farmer/orders/table',
  ],
  'farmer2@example.jp': ['/farmer/runs'],
  'owner@example.jp': [
    '/restaurant/order/History',
    '/restaurant/invoices',
    '/restaurant/arrivals',
    '/restaurant/receiving',
    '/restaurant/documents',
    '/restaurant/lots',
    '/restaurant/lists',
    '/restaurant/orders/*',
    '/restaurant/receiving/*',
    '/restaurant/invoices/*',
    '/restaurant/group-buys',
  ],
  'admin@example.jp': [
    '/admin/orders',
    '/admin/orders/*',
    '/admin/claims',
    '/admin/claims/*',
    '/admin/billing',
    '/admin/billing/deposits',
    '/admin/billing/credit',
    '/admin/statements',
    '/admin/payouts',
    '/admin/ledger',
    '/admin/ledger/balances',
  ],
  'admin2@example.jp': [
    '/admin/documents',
    '/admin/lots',
    '/admin/recalls',
    '/admin/users',
    '/admin/products',
    '/admin/inquiries',
    '/admin/freight',
    '/admin/audit',
  ],
}

/** Without spaces: a PDF has them between characters that stand apart. */
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, '')

for (const [email, addresses] of Object.entries(lists))
  test(`@desktop every list of ${email} is on paper, without what is pressed`, async ({ page }) => {
    test.setTimeout(180_000)
    await signedIn(page, email)
    for (const listed of addresses) {
      const address = await addressOf(page, listed)
      await open(page, address)
      const title = plain(await page.getByRole('heading', { level: 1 }).first().textContent())
      await page.emulateMedia({ media: 'print' })
      expect.soft(await pressable(page), address).toEqual([])
      expect.soft(await unreadable(page), address).toEqual([])
      const pages = (await textOfPdf(await page.pdf({ format: 'A4' }))).split('\f').slice(0, -1).map(plain)
      expect.soft(pages.length, address).toBeGreaterThan(0)
      expect
        .soft(pages.map((text, index) => (text === '' ? index + 1 : 0)).filter(Boolean), `blank pages of ${address}`)
        .toEqual([])
      expect.soft(pages.join(''), address).toContain(title)
      expect.soft(pages.join('').length, address).toBeGreaterThan(40)
      await page.emulateMedia({ media: 'screen' })
    }
  })

/** `*` is the first one that the list links to. */
async function addressOf(page: Page, listed: string): Promise<string> {
  if (!listed.endsWith('*')) return listed
  await page.goto(listsOf[listed] ?? '')
  const first = page.locator(`main a[href^="${listed.slice(0, -1)}"]:not([href*="/change"])`).first()
  return (await first.getAttribute('href')) ?? ''
}
const listsOf: Record<string, string> = {
  '/farmer/orders/*': '/farmer/orders?step=pack',
  '/restaurant/orders/*': '/restaurant/order/History',
  '/restaurant/receiving/*': '/restaurant',
  '/restaurant/invoices/*': '/restaurant/invoices',
  '/admin/orders/*': '/admin/orders',
  '/admin/claims/*': '/admin/claims',
}

/** Buttons that would be printed. */
const pressable = (page: Page) =>
  page
    .locator('button, .btn, [role="button"], input[type="submit"], [role="switch"]')
    .evaluateAll((all) =>
      all.flatMap((it) => (it.checkVisibility({ checkVisibilityCSS: true }) ? [it.textContent?.trim() ?? ''] : [])),
    )

/** Cells of tables that leave a sheet of A4, or are so narrow that their text stands on end. */
async function unreadable(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 794, height: 1123 })
  // what is emulated can reach the page a moment later
  await page.waitForFunction(() => innerWidth === 794 && matchMedia('print').matches)
  const cells = await page.locator('main :is(th, td)').evaluateAll((all) =>
    all.flatMap((cell) => {
      const { right, width, height } = cell.getBoundingClientRect()
      const text = cell.textContent?.trim() ?? ''
      const onEnd = text.length > 8 && height > 5 * width
      return width > 0 && (right > innerWidth + 1 || onEnd) ? [text.slice(0, 20)] : []
    }),
  )
  if (size) await page.setViewportSize(size)
  return cells
}

test('@desktop the list of orders shows on paper what it shows on the screen', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  for (const step of ['confirm', 'pack', 'ship']) {
    await open(page, `/farmer/orders?step=${step}`)
    const cards = page.getByRole('main').getByRole('listitem')
    const count = await cards.count()
    const shops = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    await page.emulateMedia({ media: 'print' })
    const text = plain(await textOfPdf(await page.pdf({ format: 'A4' })))
    for (const shop of shops) expect(text, `${step}, ${count} cards`).toContain(plain(shop).slice(0, 8))
    await page.emulateMedia({ media: 'screen' })
  }
})
