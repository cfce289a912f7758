import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart } from './support.ts'
import { test } from './test.ts'

/**
 * Every page as it opens, one in the light theme on a phone, the next in the dark theme on a desktop, and so on: both looks
 * of a page share their components, and looking takes most of the time. With EVERY_LOOK=1 each page is looked at in both.
 * What a page shows once something was pressed is looked at where it is pressed. `*` is the first such link on the page
 * before.
 */
const ofVisitors = [
  '/',
  '/nowhere',
  '/auth',
  '/auth/signIn',
  '/auth/forgotPassword',
  '/auth/user-type',
  '/admin/signin',
  '/farmer/Guide',
  '/restaurant/Guide',
  '/restaurant/Inquiry',
  '/restaurant/Inquiry?kind=signup',
  '/restaurant/PrivacyPolicy',
  '/restaurant/UserPolicy',
  '/restaurant/law',
  '/restaurant/products',
  '/restaurant/products/*',
  '/restaurant/farmers/*',
  '/verify/S2026-000001?h=0123456789abcdef',
  '/test/check',
  '/test/mails',
]
const ofBuyers = [
  '/announcements',
  '/notices',
  '/profile',
  '/profile/close',
  '/profile/notices',
  '/profile/passkeys',
  '/profile/second-factor',
  '/profile/tokens',
  '/profile/webhooks',
  '/restaurant',
  '/restaurant/Account',
  '/restaurant/Chat',
  '/restaurant/arrivals',
  '/restaurant/bagge',
  '/restaurant/cart',
  '/restaurant/favourites',
  '/restaurant/farmers',
  '/restaurant/farmers/*',
  '/restaurant/farmers/Products',
  '/restaurant/instructions',
  '/restaurant/lists',
  '/restaurant/documents',
  '/restaurant/lots',
  '/restaurant/members',
  '/restaurant/order',
  '/restaurant/order/test',
  '/restaurant/order/History',
  '/restaurant/order/History/analysis',
  '/restaurant/group-buys',
  '/restaurant/group-buys/K7F3Q2M9TX',
  '/restaurant/invoices',
  '/restaurant/order/History/calendar',
  '/restaurant/order/History?state=check',
  '/restaurant/orders/*',
  '/restaurant/receiving/*',
  '/restaurant/products',
  '/restaurant/products/*',
  '/restaurant/receiving',
  '/restaurant/requests',
  '/restaurant/reviews',
  '/restaurant/standing',
]
const ofFarmers = [
  '/farmer',
  '/farmer/Chat',
  '/farmer/Intro',
  '/farmer/Vacation',
  '/farmer/scales',
  '/farmer/harvest',
  '/farmer/orders/table',
  '/farmer/harvest/list',
  '/farmer/harvest/none',
  '/farmer/documents',
  '/farmer/labels',
  '/farmer/labels/import',
  '/farmer/freight',
  '/farmer/runs',
  '/farmer/ways',
  '/farmer/ways?kind=own_van&fee=distance',
  '/farmer/lots',
  '/farmer/lots/*',
  '/farmer/members',
  '/farmer/bank-account',
  '/farmer/menu',
  '/farmer/orders?step=confirm',
  '/farmer/orders/*',
  '/farmer/orders?step=pack',
  '/farmer/products/Create',
  '/farmer/products/List',
  '/farmer/products/edit/*',
  '/farmer/products/import',
  '/farmer/profile',
  '/farmer/recalls',
  '/farmer/registration',
  '/farmer/regulars',
  '/farmer/sales',
  '/farmer/commission',
  '/farmer/requests',
  '/farmer/requests?tab=demand',
  '/farmer/reviews?tab=shown',
  '/farmer/papers',
  '/farmer/shipments',
]
const ofStaff = [
  '/admin',
  '/admin/announcements',
  '/admin/announcements/new',
  '/admin/audit',
  '/admin/categories',
  '/admin/claims',
  '/admin/claims/*',
  '/admin/inquiries',
  '/admin/ledger',
  '/admin/ledger/trial-balance',
  '/admin/ledger/agreement',
  '/admin/ledger/balances',
  '/admin/ledger/close',
  '/admin/ledger/sales',
  '/admin/ledger/jobs',
  '/admin/ledger/books',
  '/admin/payouts',
  '/admin/statements',
  '/admin/billing/deposits',
  '/admin/billing/debits',
  '/admin/billing/cards',
  '/admin/documents',
  '/admin/freight',
  '/admin/lots',
  '/admin/orders',
  '/admin/orders/*',
  '/admin/pages',
  '/admin/products',
  '/admin/profile',
  '/admin/recalls',
  '/admin/requests',
  '/admin/reviews',
  '/admin/staff',
  '/admin/talks',
  '/admin/unagreed',
  '/admin/undelivered',
  '/admin/users',
  '/admin/users/register',
]

test.beforeEach(() => test.setTimeout(1_200_000))

test('the pages of visitors', async ({ page }) => expectAllAccessible(page, ofVisitors))

test('the pages of a restaurant', async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await intoCart(page, '大玉トマト 桃太郎', '佐藤農園')
  await expectAllAccessible(page, ofBuyers)
})

test('the pages of a farm', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await expectAllAccessible(page, ofFarmers)
})

test('the pages of staff', async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await expectAllAccessible(page, ofStaff)
})

const looks = [
  { size: { width: 390, height: 844 }, theme: 'light' },
  { size: { width: 1440, height: 1000 }, theme: 'dark' },
] as const

/** Each look has a tab: another size or theme of one tab would first be drawn for the page that it leaves. */
async function expectAllAccessible(page: Page, addresses: readonly string[]): Promise<void> {
  const both = process.env.EVERY_LOOK === '1'
  const tabs = await Promise.all(
    looks.map(async ({ size, theme }) => {
      const tab = await page.context().newPage()
      await tab.setViewportSize(size)
      await tab.emulateMedia({ colorScheme: theme })
      return tab
    }),
  )
  let before = page
  for (const [index, address] of addresses.entries())
    await test.step(address, async () => {
      const path = address.endsWith('*') ? await firstLink(before, address.slice(0, -1)) : address
      for (const tab of tabs.filter((_, look) => both || look === index % looks.length)) {
        await tab.goto(path)
        // a page that sends elsewhere is not looked at
        expect.soft(new URL(tab.url()).pathname).toBe(new URL(path, tab.url()).pathname)
        await expectAccessible(tab)
        before = tab
      }
    })
}

async function firstLink(page: Page, beginning: string): Promise<string> {
  const links = page.getByRole('main').locator(`a[href^="${beginning}"]`)
  return new URL((await links.first().getAttribute('href')) ?? '', page.url()).pathname
}
