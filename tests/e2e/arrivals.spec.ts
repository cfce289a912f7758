import { expect, type Locator, type Page } from '@playwright/test'
import { jstDateOf } from '../../app/kernel/jst.ts'
import { query } from './database.ts'
import { sessionsEnd, signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test, theApp } from './test.ts'

/** The kitchen receives the day in one go; what was marked survives a reload, a second tab and a cellar. */
test.use({ serviceWorkers: 'allow', fetchesAhead: true })

const marked = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('arrival:')).length)
const statesOf = async (ids: readonly string[]) =>
  (await query('select state from orders where id = any ($1::uuid[])', [ids])).map((row) => String(row.state))
const cards = (page: Page) => page.locator('article[data-order]')
const idsOf = (page: Page) => cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-order') ?? ''))
const press = (page: Page) => page.getByRole('button', { name: /まとめて検収$/ }).click()

/** Opens the rows of a delivery, and says that of its first line one fewer came. */
async function markShort(card: Locator): Promise<void> {
  await card.getByRole('button', { name: '問題のある商品を入力' }).click()
  const line = card
    .locator('details')
    .filter({ has: card.page().locator('input[name^="verdict."]') })
    .first()
  await line.locator('summary').click()
  const mark = line.locator('input[value="short"]')
  await taken(mark)
  await mark.check({ force: true })
  // in a box of several things a part may be of use
  await line.getByRole('textbox', { name: '良品数' }).fill('0.7')
}

for (const where of ['@phone', '@desktop'] as const)
  test(`one press receives the day, with what is wrong in it ${where}`, { tag: where }, async ({ page, context }) => {
    await signedIn(page, 'owner@example.jp')
    await query(
      `update orders set delivery_on = $1::date where state in ('shipped', 'delivered')
        and restaurant_id in (select restaurant_id from memberships m join people p on p.id = m.person_id
          where p.email = 'owner@example.jp')`,
      [jstDateOf(theApp().clock.now())],
    )
    await open(page, '/restaurant/arrivals')
    await expect(cards(page).first()).toBeVisible()
    const all = await idsOf(page)
    // one of them has not come
    expect(all.length).toBeGreaterThan(1)
    const [ids, missing] = [all.slice(0, -1), all.slice(-1)]
    await cards(page).last().locator('input[name^="take."]').uncheck()
    await expect(page.getByText(`${ids.length}件を選択中`)).toBeVisible()
    await expectAccessible(page)
    const [card] = await cards(page).all()
    if (!card) throw new Error('nothing arrives')
    await markShort(card)
    await expect.poll(() => marked(page)).toBe(2)
    await page.reload()
    await expect(cards(page).last().locator('input[name^="take."]')).not.toBeChecked()
    await expect(card.getByRole('textbox', { name: '良品数' }).first()).toHaveValue('0.7')
    const tab = await context.newPage()
    await open(tab, '/restaurant/arrivals')
    await expect(cards(tab).first().getByRole('textbox', { name: '良品数' }).first()).toHaveValue('0.7')
    const note = card.getByRole('textbox', { name: '備考' }).first()
    await note.fill('箱がひとつ足りない')
    await expect(cards(tab).first().getByRole('textbox', { name: '備考' }).first()).toHaveValue('箱がひとつ足りない')
    await tab.close()
    await expectAccessible(page)
    // the session ends meanwhile
    await sessionsEnd(page, 'owner@example.jp')
    await press(page)
    await expect(page.getByRole('alert')).toContainText('サインインの有効期限が切れました')
    await expect(note).toHaveValue('箱がひとつ足りない')
    expect(await marked(page)).toBe(2)
    await signedIn(page, 'owner@example.jp')
    await press(page)
    await expect(page.getByText(`${ids.length}件を検収しました。不良・欠品は1点です。`).first()).toBeVisible()
    for (const state of await statesOf(ids)) expect(['inspected', 'finalized']).toContain(state)
    await expect(page.getByRole('region', { name: '検収済み' })).toContainText('0.7')
    for (const state of await statesOf(missing)) expect(['shipped', 'delivered']).toContain(state)
    await expect.poll(() => marked(page)).toBe(1)
    await expectAccessible(page)
  })

test('offline the day is kept on the device, over a reload, and sent once', async ({ page, context }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/arrivals')
  const ids = await idsOf(page)
  expect(ids.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'すべて選択' }).click()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(
      () =>
        page.evaluate(async () => (await caches.match('/restaurant/arrivals', { cacheName: 'pages' })) !== undefined),
      { timeout: 20_000 },
    )
    .toBe(true)
  await context.setOffline(true)
  await press(page)
  const queued = page.getByText('検収をこの端末に保存しました')
  await expect(queued).toHaveCount(ids.length)
  await page.reload()
  await expect(queued).toHaveCount(ids.length)
  await context.setOffline(false)
  const isLeft = (state: string) => state !== 'inspected' && state !== 'finalized'
  await expect.poll(async () => (await statesOf(ids)).filter(isLeft), { timeout: 30_000 }).toEqual([])
  const [{ times } = {}] = await query(
    `select count(*)::int as times from events where kind = 'order_inspected' and order_id = any ($1::uuid[])`,
    [ids],
  )
  expect(times).toBe(ids.length)
})
