import { type Browser, expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

/** A farm rehearses, then calls a harvest back; the chef reads and answers it; staff see how far it is. One story. */

const chef = 'chef@example.jp'
const farmer = 'farmer@example.jp'

/** A harvest of the demo farm that came to the demo shop and is not called back yet. */
async function sentLot(): Promise<string> {
  const [row] = await query(
    `select s.lot_id from sent_lots s join lots l on l.id = s.lot_id
      join memberships f on f.farm_id = s.farm_id join people fp on fp.id = f.person_id and fp.email = $1
      join memberships r on r.restaurant_id = s.restaurant_id join people rp on rp.id = r.person_id and rp.email = $2
     where l.recalled_at is null and s.harvested_on < current_date - 20
     order by s.harvested_on limit 1`,
    [farmer, chef],
  )
  return String(row?.lot_id)
}

async function another(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  await signedIn(page, email)
  return page
}

async function press(page: Page, name: string | RegExp) {
  const said = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name }).click()
  await said
}

test('a recall is rehearsed, begun, answered and closed', async ({ page: farm, browser }) => {
  const lot = await sentLot()
  await signedIn(farm, farmer)
  await open(farm, '/farmer/lots')
  await expect(farm.getByRole('checkbox').first()).toBeVisible()
  await open(farm, `/farmer/lots/${lot}`)
  await expect(farm.getByRole('heading', { name: '納品先の飲食店' })).toBeVisible()

  // nothing typed is lost, and a rehearsal notifies no restaurant
  await farm.getByRole('link', { name: 'このロットの回収・訓練へ' }).click()
  await expect(farm.getByRole('heading', { name: /店（納品先.*に/ })).toBeVisible()
  await farm.getByLabel('連絡事項').fill('ふくろの番号も見てください')
  await press(farm, '訓練を開始する')
  await expect(farm.getByText('理由を入力してください。対象の飲食店に表示されます。').first()).toBeVisible()
  await expect(farm.getByLabel('連絡事項')).toHaveValue('ふくろの番号も見てください')
  await farm.getByLabel('回収理由').fill('訓練です')
  await press(farm, '訓練を開始する')
  await expect(farm).toHaveURL(/\/farmer\/recalls\/[0-9a-f-]{36}$/)
  await expect(farm.getByText('訓練　連絡は送信していません')).toBeVisible()
  await expectAccessible(farm)
  expect(await query(`select from mails where template = 'recall_news'`)).toEqual([])

  await open(farm, `/farmer/recalls/new?lot=${lot}`)
  await farm.getByLabel('回収理由').fill('かたい物が入っているおそれがあります')
  await press(farm, /回収を開始して、\d+店に連絡する/)
  await expect(farm).toHaveURL(/\/farmer\/recalls\/[0-9a-f-]{36}$/)
  const recall = new URL(farm.url()).pathname.split('/').at(-1)

  const shop = await another(browser, chef)
  await open(shop, '/restaurant/products')
  const bar = shop.getByRole('region', { name: '回収のお願い' })
  await expect(bar).toBeVisible()
  await bar.getByRole('link').click()
  await expect(shop).toHaveURL(new RegExp(`/restaurant/recalls/${recall}`))
  await press(shop, '回答する')
  await expect(shop.getByText('いずれか1つを選択してください。').first()).toBeVisible()
  await shop.getByText('一部使用').click()
  await shop.getByLabel('農園への連絡事項').fill('半分は土曜に使いました')
  await expectAccessible(shop)
  await press(shop, '回答する')
  await expect(shop.getByText('「半分は土曜に使いました」')).toBeVisible()
  await expect(bar).toBeHidden()
  await open(shop, '/restaurant/lots')
  await expect(shop.getByRole('heading', { name: '回収のお願い' })).toBeVisible()
  expect(await (await shop.request.get('/restaurant/lots.csv')).text()).toContain('回収')

  const staff = await another(browser, 'admin@example.jp')
  await open(staff, '/admin/recalls')
  await staff.locator(`a[href="/admin/recalls/${recall}"]`).click()
  await expect(staff.getByText('「半分は土曜に使いました」')).toBeVisible()
  const csv = await (await staff.request.get(`/admin/recalls/${recall}/kitchens.csv`)).text()
  expect(csv).toContain('一部使用')

  await open(farm, `/farmer/recalls/${recall}`)
  await farm.getByLabel('終了報告').fill('すべて引き取り、機械を直しました。')
  await press(farm, '報告して終了する')
  await expect(farm.getByText('すべて引き取り、機械を直しました。')).toBeVisible()
  await open(shop, `/restaurant/recalls/${recall}`)
  await expect(shop.getByText('この回収は終了しました。')).toBeVisible()
  await shop.context().close()
  await staff.context().close()
})
