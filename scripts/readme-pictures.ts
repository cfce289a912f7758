/**
 * Takes the pictures of the README from the built program into docs/screenshots, on a phone and on a desktop, by day and
 * by night. It starts the program on a demo market of its own, and works in it.
 *
 *   npm run build && node scripts/readme-pictures.ts
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { password, settled, signIn } from '../tests/e2e/support.ts'
import { RunningApp } from '../tests/support/running-app.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}
type Device = keyof typeof devices
const shownWidth: Record<Device, number> = { phone: 480, desktop: 1200 }

await mkdir(folder, { recursive: true })
for (const old of await readdir(folder)) await rm(join(folder, old))
const app = await RunningApp.start(600, { DEMO_PASSWORD: password })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (const device of ['phone', 'desktop'] as const) {
    const visitor = await open(device)
    await take(visitor, device, 'home', '/')
    if (device === 'phone') await take(visitor, device, 'sign-up', '/auth/user-type')
    await ofTheChef(device)
  }
  await ofTheFarmer()
  await ofStaff()
} finally {
  await browser.close()
  await app.end()
}

async function ofTheChef(device: Device) {
  const page = await open(device, 'chef@example.jp')
  if (device === 'phone')
    for (const goods of ['大玉トマト 桃太郎 佐藤農園', '地鶏 丸', 'にんじん 向陽二号']) {
      await page.goto(`/restaurant/products?q=${encodeURIComponent(goods)}`)
      await page.getByRole('main').getByRole('button', { name: 'かごに追加' }).first().click()
      await settled(page)
    }
  if (device === 'phone') await take(page, device, 'restaurant-home', '/restaurant')
  await take(page, device, 'products', '/restaurant/products')
  await take(page, device, 'cart', '/restaurant/cart')
  if (device === 'phone') await take(page, device, 'order', '/restaurant/order')
  await take(page, device, 'chat', await firstConversation(page))
  if (device === 'desktop') await take(page, device, 'badge', '/restaurant/bagge')
  else await take(page, device, 'trace', await pageOfGuests(page))
  await page.goto(`/restaurant/products?q=${encodeURIComponent('地鶏')}`)
  const product = await page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .first()
    .getAttribute('href')
  await take(page, device, 'product', product ?? '/')
}

async function firstConversation(page: Page): Promise<string> {
  await page.goto('/restaurant/Chat')
  return (await page.getByRole('main').getByRole('listitem').getByRole('link').first().getAttribute('href')) ?? '/'
}

async function pageOfGuests(page: Page): Promise<string> {
  await page.goto('/restaurant/bagge')
  return (await page.getByRole('link', { name: 'お客様向けページ' }).getAttribute('href')) ?? '/'
}

async function ofTheFarmer() {
  const page = await open('phone', 'farmer2@example.jp')
  await take(page, 'phone', 'farmer-today', '/farmer')
  await take(page, 'phone', 'farmer-orders', '/farmer/orders?step=confirm')
  await page.goto('/farmer/orders?step=pack')
  const packing = await page.getByRole('main').locator('a[href^="/farmer/orders/"]').first().getAttribute('href')
  await take(page, 'phone', 'farmer-packing', packing ?? '/farmer')
}

async function ofStaff() {
  const page = await open('desktop', 'admin@example.jp', '/admin/signin')
  await take(page, 'desktop', 'staff-home', '/admin')
  await page.goto('/admin/users?status=submitted')
  const oldest = await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')
  await take(page, 'desktop', 'staff-approval', oldest ?? '/admin/users')
}

async function open(device: Device, email?: string, door?: string): Promise<Page> {
  const page = await browser.newPage({
    ...devices[device],
    baseURL: app.origin,
    locale: 'ja-JP',
    deviceScaleFactor: 2,
  })
  if (email) await signIn(page, email, door)
  return page
}

/** The page in both themes: `<name>-<device>-<look>.webp`. */
async function take(page: Page, device: Device, name: string, path: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    await settled(page)
    await sharp(await page.screenshot())
      .resize(shownWidth[device])
      .webp({ quality: 78 })
      .toFile(join(folder, `${name}-${device}-${colorScheme}.webp`))
  }
  console.log(`${name}, ${device}`)
}
