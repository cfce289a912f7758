import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { decode, encode } from 'iconv-lite'
import { parseCsv } from '../../app/kernel/read-csv.ts'
import { emptyCarts } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, intoCart, nameLots, open, wishForTheLastDay } from './support.ts'
import { test } from './test.ts'

/** From an order to a label without typing an address or a number, on a phone and on the PC of the farm's office. */

async function press(page: Page, name: string) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name }).first().click()
  await answered
}

/** On the page of labels: the last day that has boxes, and not before it is there. */
async function openLastDay(page: Page) {
  const last = page.getByRole('navigation', { name: '出荷日' }).getByRole('link').last()
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'page')
}

/** NW-7 (JIS X 0506): bar, space, bar, space, bar, space, bar. */
const nw7: Record<string, string> = {
  0: 'nnnnnww',
  1: 'nnnnwwn',
  3: 'wwnnnnn',
  4: 'nnwnnwn',
  5: 'wnnnnwn',
  7: 'nwnnwnn',
  8: 'nwwnnnn',
  A: 'nnwwnwn',
}

/** In the browser: a camera, and a reader of barcodes that finds these one after the other. */
function aCameraThatSees(codes: string[]) {
  const found = codes.map((rawValue) => [{ rawValue }])
  Object.assign(window, {
    BarcodeDetector: class {
      detect = async () => found.shift() ?? []
    },
  })
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
    return canvas.captureStream(5)
  }
}

/** A444413758703A as NW-7: the widths of its bars and of the spaces between them. */
const bars = [...'A444413758703A'].flatMap((letter) => [...(nw7[letter] ?? ''), 'n'].map((it) => (it === 'w' ? 7 : 3)))

/** In the browser: a camera before a label, and no reader of barcodes. */
function aCameraThatShows(bars: number[]) {
  Object.assign(window, { BarcodeDetector: undefined })
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 })
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('no canvas')
    const draw = () => {
      drawing.fillStyle = 'white'
      drawing.fillRect(0, 0, 900, 300)
      drawing.fillStyle = 'black'
      drawing.font = '30px sans-serif'
      drawing.fillText('4444-1375-8703', 300, 40)
      let left = 150
      for (const [at, width] of bars.entries()) {
        if (at % 2 === 0) drawing.fillRect(left, 60, width, 180)
        left += width
      }
    }
    draw()
    // a stream has pictures only while something is drawn
    setInterval(draw, 100)
    return canvas.captureStream(10)
  }
}

/** An order of the demo shop at the third farm, accepted; its id. */
async function anAcceptedOrder(chef: Page, farmer: Page): Promise<string> {
  await emptyCarts('chef@example.jp')
  await intoCart(chef, 'にんじん 向陽二号', '根本さんちの畑')
  await open(chef, '/restaurant/cart')
  await wishForTheLastDay(chef)
  await open(chef, '/restaurant/order')
  await chef.getByRole('button', { name: 'この内容で注文する' }).click()
  await expect(chef).toHaveURL(/completed/)
  const address = await chef.getByRole('main').locator('a[href^="/restaurant/orders/"]').first().getAttribute('href')
  const id = String(address).split('/').at(-1)
  await open(farmer, `/farmer/orders/${id}`)
  await press(farmer, 'すべて受注する')
  return String(id)
}

for (const [where, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a PC', { width: 1440, height: 900 }],
] as const)
  test(`on ${where}: an order goes out as a file, its number comes in, and it is shipped`, async ({
    page,
    browser,
  }) => {
    await signedIn(page, 'chef@example.jp')
    const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: size })
    const farmer = await context.newPage()
    await signedIn(farmer, 'farmer3@example.jp')
    if (where === 'a phone') await farmer.addInitScript(aCameraThatSees, ['4901234567894', 'A444413758703A'])
    else await farmer.addInitScript(aCameraThatShows, bars)
    const id = await anAcceptedOrder(page, farmer)

    // the day of this order, which is the last one that has boxes
    await open(farmer, '/farmer/labels')
    await openLastDay(farmer)
    const card = farmer.getByRole('listitem').filter({ has: farmer.locator(`a[href="/farmer/orders/${id}"]`) })
    await expect(card.getByText('番号なし').first()).toBeVisible()
    await expectAccessible(farmer)
    expect(await farmer.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    const downloading = farmer.waitForEvent('download')
    await farmer
      .getByRole('link', { name: /用のファイルを書き出す/ })
      .first()
      .click()
    const rows = parseCsv(decode(readFileSync(String(await (await downloading).path())), 'cp932'))
    expect(rows.every((row) => row.length === 97)).toBe(true)

    // the carrier's program fills in the numbers
    const base = 30_000_000_000 + size.width * 1_000
    const back = rows.map((row, at) => row.with(3, `${base + at}${(base + at) % 7}`).map((it) => `"${it}"`))
    await farmer.getByRole('link', { name: '送り状番号を取り込む' }).click()
    await expect(farmer.getByLabel('CSVファイル')).toBeVisible()
    await expectAccessible(farmer)
    const chosen = (text: string) => ({
      name: 'hakko.csv',
      mimeType: 'text/csv',
      buffer: encode(text, 'cp932'),
    })
    await farmer.getByLabel('CSVファイル').setInputFiles(chosen('お客様管理番号,伝票番号\r\nU00001-1-1,8.11E+11'))
    await press(farmer, '内容を確認する')
    await expect(farmer.getByText(/8\.11E\+11/).first()).toBeVisible()
    await farmer.getByLabel('CSVファイル').setInputFiles(chosen(back.map((row) => row.join(',')).join('\r\n')))
    await press(farmer, '内容を確認する')
    await expect(farmer.getByText('まだ登録していません。')).toBeVisible()
    await expectAccessible(farmer)
    await press(farmer, '番号を登録する')
    await expect(farmer.getByText(/個口の送り状番号を登録しました/).first()).toBeVisible()

    // the form of shipping has the number already; what is not packed stays, with its reason
    await open(farmer, '/farmer/labels')
    await openLastDay(farmer)
    await press(farmer, '番号が入った出荷を「出荷済み」にする')
    await expect(farmer.getByText(/件は出荷できませんでした/)).toBeVisible()
    await expectAccessible(farmer)
    await open(farmer, `/farmer/orders/${id}`)
    await press(farmer, '箱詰めを開始する')
    await open(farmer, `/farmer/orders/${id}`)
    await nameLots(farmer)
    await press(farmer, '箱詰めを登録する')
    await open(farmer, `/farmer/orders/${id}`)
    await expect(farmer.getByLabel('送り状番号').first()).toHaveValue(/^\d{12}$/)
    await farmer.getByRole('button', { name: '個口1の送り状番号をカメラで読み取る' }).click()
    await expect(farmer.getByRole('dialog')).toBeHidden()
    await expect(farmer.getByLabel('送り状番号').first()).toHaveValue('444413758703')
    await open(farmer, '/farmer/labels')
    await openLastDay(farmer)
    await press(farmer, '番号が入った出荷を「出荷済み」にする')
    await expect(farmer.getByText(/件を「出荷済み」にしました/)).toBeVisible()
    await open(page, `/restaurant/orders/${id}`)
    await expect(page.getByText(/\d{4}-\d{4}-\d{4}/).first()).toBeVisible()
    await context.close()
  })
