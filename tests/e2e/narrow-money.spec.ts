import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { test } from './test.ts'

for (const [email, ...addresses] of [
  ['owner@example.jp', '/restaurant/invoices', '/restaurant/documents', '/restaurant/order/History/analysis'],
  ['farmer@example.jp', '/farmer/documents', '/farmer/sales'],
  [
    'admin@example.jp',
    '/admin/billing',
    '/admin/ledger',
    '/admin/ledger/trial-balance',
    '/admin/ledger/balances',
    '/admin/ledger/sales',
    '/admin/ledger/jobs',
    '/admin/documents',
  ],
] as const)
  test(`the money of ${email} holds at 320 px with letters twice as large`, { tag: '@desktop' }, async ({ page }) => {
    await signedIn(page, email)
    await page.setViewportSize({ width: 320, height: 700 })
    for (const address of addresses) {
      await page.goto(address)
      await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
      if (address.endsWith('documents')) await page.getByText('検索条件').first().click()
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(over, { message: address }).toBeLessThanOrEqual(0)
    }
  })
