import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { decode, encode } from 'iconv-lite'
import { parseCsv } from '../../app/kernel/read-csv.ts'
import { fakeCarrier, signed, stated, trackingSecret } from '../support/fake-carrier.ts'
import { textOfPdf } from '../support/pdf-picture.ts'
import { emptyCarts, query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, nameLots, open, wishForTheLastDay } from './support.ts'
import { test as base, theApp } from './test.ts'

const test = base.extend<{ carrier: Awaited<ReturnType<typeof fakeCarrier>> }>({
  carrier: async ({ playwright: _ }, use) => {
    const carrier = await fakeCarrier()
    await use(carrier)
    await carrier.end()
  },
  settings: async ({ carrier }, use) => use({ TRACKING_URL: carrier.url, TRACKING_SECRET: trackingSecret }),
})

/**
 * A box from the order to the kitchen, on a phone and on a PC: no address and no number is typed. What the carrier's
 * program would write back is made here from the file that the farm exported, and so is what the carrier says of the parcel.
 */

async function press(page: Page, button: Locator) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await button.click()
  await answered
}

async function download(page: Page, what: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), what.click()])
  return readFile(await file.path())
}

/** The farm's next step: it is there once the one before has arrived. */
async function step(farmer: Page, path: string, name: string) {
  const button = farmer.getByRole('button', { name, exact: true }).first()
  await expect(async () => {
    await open(farmer, path)
    await expect(button).toBeVisible({ timeout: 2_000 })
  }).toPass()
  if (name === '箱詰めを登録する') await nameLots(farmer)
  await press(farmer, button)
}

/** The office answers in its table, without a mouse. */
async function acceptByKeyboard(farmer: Page, number: string) {
  await open(farmer, '/farmer/orders/table')
  await farmer.keyboard.press('/')
  await farmer.keyboard.type(number)
  await farmer.keyboard.press('Enter')
  await expect(farmer).toHaveURL(/q=/)
  const row = farmer.getByRole('checkbox', { name: number })
  await expect(row).toHaveCount(1)
  await expectAccessible(farmer)
  await farmer.getByRole('heading', { level: 1 }).click()
  await farmer.keyboard.press('t')
  await expect(row).toBeFocused()
  await farmer.keyboard.press('Space')
  await expect(farmer.getByText('1件の注文が選択されています。').first()).toBeVisible()
  await farmer.keyboard.press('a')
  await expect(farmer.getByRole('alertdialog').getByRole('button', { name: '戻る' })).toBeFocused()
  await farmer.keyboard.press('Tab')
  await farmer.keyboard.press('Enter')
  await expect(farmer.getByText('1件を受注しました。').first()).toBeVisible()
  await expect(farmer).toHaveURL(/\/farmer\/orders\/table\?q=/)
  await expect(farmer.getByRole('row', { name: number })).toContainText('受注確定')
  await expect(row).not.toBeChecked()
}

/** The tracking service tells what its carrier says of the parcels of an order. */
async function carrierSays(numbers: readonly string[], ...events: Parameters<typeof stated>[0][]) {
  const parcels = numbers.map((number) => ({ carrier: 'yamato', number, events: events.map(stated) }))
  const body = JSON.stringify({ parcels })
  const answer = await fetch(`${theApp().origin}/webhooks/parcels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signed(body) },
    body,
  })
  expect(answer.status).toBe(200)
}

for (const [tag, size] of [
  ['@phone', { width: 390, height: 844 }],
  ['@desktop', { width: 1440, height: 1000 }],
] as const)
  test(`from the order to the kitchen without typing an address or a number ${tag}`, { tag }, async ({
    page: chef,
    browser,
  }) => {
    await emptyCarts('chef@example.jp')
    await signedIn(chef, 'chef@example.jp')
    await intoCart(chef, 'にんじん 向陽二号', '根本さんちの畑')
    await open(chef, '/restaurant/cart')
    await wishForTheLastDay(chef)
    await open(chef, '/restaurant/order')
    await chef.getByRole('button', { name: 'この内容で注文する' }).click()
    await expect(chef).toHaveURL(/completed/)
    const address = await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')
    const id = String(address).split('/').at(-1)
    const [order] = await query(
      'select number, ship_on::text as "shipOn", delivery_on::text as "deliveryOn" from orders where id = $1',
      [id],
    )

    const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: size })
    const farmer = await context.newPage()
    await signedIn(farmer, 'farmer3@example.jp')
    const ofFarm = `/farmer/orders/${id}`
    if (tag === '@desktop') await acceptByKeyboard(farmer, String(order?.number))
    else await step(farmer, ofFarm, 'すべて受注する')
    for (const name of ['箱詰めを開始する', '箱詰めを登録する']) await step(farmer, ofFarm, name)

    // the papers of its day, with the slip and the labels of its boxes
    await open(farmer, `/farmer/papers?day=${order?.shipOn}`)
    const print = farmer.getByRole('button', { name: '印刷する', exact: true })
    const papers = await textOfPdf(await download(farmer, print))
    expect(papers).toContain(String(order?.number))

    // out to the carrier's program, and its numbers in again
    await open(farmer, `/farmer/labels?day=${order?.shipOn}`)
    const out = await download(farmer, farmer.getByRole('link', { name: /用のファイルを書き出す/ }).first())
    const rows = parseCsv(decode(out, 'cp932'))
    const base = 40_000_000_000 + size.width * 1_000
    const back = rows.map((row, at) =>
      row
        .with(3, `${base + at}${(base + at) % 7}`)
        .map((it) => `"${it}"`)
        .join(','),
    )
    await farmer.getByRole('link', { name: '送り状番号を取り込む' }).click()
    const file = { name: 'hakko.csv', mimeType: 'text/csv', buffer: encode(back.join('\r\n'), 'cp932') }
    await farmer.getByLabel('CSVファイル').setInputFiles(file)
    await press(farmer, farmer.getByRole('button', { name: '内容を確認する' }))
    await press(farmer, farmer.getByRole('button', { name: '番号を登録する' }))
    await open(farmer, `/farmer/labels?day=${order?.shipOn}`)
    await press(farmer, farmer.getByRole('button', { name: '番号が入った出荷を「出荷済み」にする' }))
    await context.close()

    // the kitchen follows the box, and receives it
    await open(chef, `/restaurant/orders/${id}`)
    const tracked = chef
      .getByRole('main')
      .locator('a[target="_blank"]')
      .filter({ hasText: /\d{4}-\d{4}-\d{4}/ })
    await expect(tracked.first()).toHaveAttribute('href', /\d{12}/)
    await expect(tracked.first()).toHaveAttribute('rel', /noopener/)

    const sent = await query(
      'select tracking_number as number from parcels where order_id = $1 and shipped_at is not null',
      [id],
    )
    const numbers = sent.map(({ number }) => String(number))
    await carrierSays(numbers, ['荷物受付', '2026-11-24 09:00', '千葉営業所'], ['配達中', '2026-11-24 09:10'])
    await open(chef, `/restaurant/orders/${id}`)
    await expect(chef.locator('summary').filter({ hasText: '配達中' }).first()).toBeVisible()
    await carrierSays(numbers, ['配達完了', '2026-11-24 09:20'])
    await open(chef, `/restaurant/orders/${id}`)
    await expect(chef.getByText('納品済み・検収待ち').first()).toBeVisible()

    await open(chef, `/restaurant/arrivals?day=${order?.deliveryOn}`)
    const card = chef.locator(`article[data-order="${id}"]`)
    await expect(card).toContainText('1個口')
    await expectAccessible(chef)
    await chef.getByRole('button', { name: 'すべて解除' }).click()
    await card.locator('input[name^="take."]').check()
    await chef.getByRole('button', { name: /まとめて検収$/ }).click()
    await expect(chef.getByText('1件を検収しました。').first()).toBeVisible()
    await expect(chef.getByRole('region', { name: '検収済み' })).toContainText(String(order?.number))
    await expect.poll(() => query('select state from orders where id = $1', [id])).toEqual([{ state: 'finalized' }])
  })
