import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, taken } from './support.ts'
import { test } from './test.ts'

/** The shed, the cellar and the train: what is pressed without a signal, over a reload, and once each. */
test.use({ serviceWorkers: 'allow', fetchesAhead: true })

/** The service worker looks after this page and has kept it, with what it names. */
async function kept(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path, { cacheName: 'pages' })) !== undefined, path), {
      timeout: 20_000,
    })
    .toBe(true)
}

const unsent = (page: Page, count: number) => expect(page.getByText(`未送信 ${count}`)).toBeVisible()
const nothingWaits = (page: Page) => expect(page.getByText(/未送信/)).toHaveCount(0, { timeout: 20_000 })

test('a farmer accepts, packs and ships without a signal, over a reload, and each step counts once', async ({
  page,
  context,
}) => {
  const [order] = await query(
    `select o.id, o.number from orders o join farms f on f.id = o.farm_id
     where o.state = 'placed' and f.name = 'ひだまり農場' and o.accepted_at is null
       and exists (select from order_lines l where l.order_id = o.id and l.catch_weight)
     order by o.placed_at limit 1`,
  )
  const path = `/farmer/orders/${order?.id}`
  await signedIn(page, 'farmer2@example.jp')
  await open(page, path)
  await kept(page, path)
  await context.setOffline(true)
  await expect(page.getByText('オフラインです。操作は保存され、接続後に送信されます。')).toBeVisible()

  await page.getByRole('button', { name: 'すべて受注する' }).click()
  await unsent(page, 1)
  const begin = page.getByRole('button', { name: '箱詰めを開始する' })
  await taken(begin)
  await begin.click()
  await unsent(page, 2)
  // the phone was closed in the meantime
  await page.reload()
  await unsent(page, 2)
  await expectAccessible(page)
  const weights = page.getByRole('textbox', { name: /重さ/ })
  await taken(weights.first())
  for (const weight of await weights.all()) {
    const told = (await weight.locator('xpath=ancestor::li[1]').textContent()) ?? ''
    const [, bound = ''] = /([\d.]+)\s*kg\s*〜/.exec(told) ?? []
    await weight.fill(bound)
  }
  // what nothing is known of is asked before it is queued, not after it has arrived
  const harvests = page.locator('select[name^="lot."]')
  for (const harvest of await harvests.all()) await harvest.selectOption('today')
  await page.getByRole('button', { name: '箱詰めを登録する' }).click()
  await unsent(page, 3)
  const numbers = page.getByRole('textbox', { name: '送り状番号' })
  await taken(numbers.first())
  // every box has its own: the last digit is the others modulo 7
  for (const [at, number] of (await numbers.all()).entries())
    await number.fill(`${44_441_375_870 + at}${(44_441_375_870 + at) % 7}`)
  await page.getByRole('button', { name: '出荷を登録する' }).click()
  await unsent(page, 4)
  await expect(page.getByText('出荷しました')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('link', { name: '次の注文へ' }).or(page.getByText('4444-1375-8703')).first()).toBeVisible(
    {
      timeout: 20_000,
    },
  )
  await nothingWaits(page)
  const events = await query(
    `select kind, count(*)::int as times, bool_and(pressed_at is null or pressed_at <= at) as bounded
     from events where order_id = $1 and actor_kind = 'farm' group by kind order by min(seq)`,
    [order?.id],
  )
  const steps = events.filter(({ kind }) => /^order_(accepted|preparing|shipped)$/.test(String(kind)))
  expect(steps).toEqual([
    { kind: 'order_accepted', times: 1, bounded: true },
    { kind: 'order_preparing', times: 1, bounded: true },
    { kind: 'order_shipped', times: 1, bounded: true },
  ])
  await page.reload()
  await expect(page.getByText('4444-1375-8703').first()).toBeVisible()
})

test('a prefetched page has its pictures offline', async ({ page, context }) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/orders?step=confirm')
  const link = page.getByRole('main').locator('a[href^="/farmer/orders/"]').first()
  const path = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
  await kept(page, path)
  // the pictures are fetched after the page
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length), { timeout: 20_000 })
    .toBeGreaterThan(3)
  await context.setOffline(true)
  await page.goto(path)
  const header = page.getByRole('main').locator('header img').first()
  await expect(header).not.toHaveJSProperty('naturalWidth', 0)
})

test('a step that cannot be done any more asks one question, and the work goes on from there', async ({
  page,
  context,
}) => {
  const [order] = await query(
    `select o.id from orders o join farms f on f.id = o.farm_id
     where o.state = 'placed' and f.name = '佐藤農園' and o.accepted_at is null order by o.placed_at limit 1`,
  )
  const path = `/farmer/orders/${order?.id}`
  await signedIn(page, 'farmer@example.jp')
  await open(page, path)
  await kept(page, path)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'すべて受注する' }).click()
  await unsent(page, 1)
  // meanwhile the chef has changed it
  await query('update orders set version = version + 1 where id = $1', [order?.id])
  await context.setOffline(false)
  const question = page.getByRole('region', { name: '送信できなかった操作' })
  await expect(question).toContainText('やり直しますか')
  await expectAccessible(page)
  await question.getByRole('button', { name: '取り下げてやり直す' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'すべて受注する' })).toBeVisible()
  await expect.poll(() => query('select state from orders where id = $1', [order?.id])).toEqual([{ state: 'placed' }])
})

test('a kitchen receives a delivery offline, and it is sent once', async ({ page, context }) => {
  const [order] = await query(
    `select o.id from orders o join memberships m on m.restaurant_id = o.restaurant_id join people p on p.id = m.person_id
     where p.email = 'owner@example.jp' and o.state in ('shipped', 'delivered') order by o.delivery_on limit 1`,
  )
  const path = `/restaurant/receiving/${order?.id}`
  await signedIn(page, 'owner@example.jp')
  await open(page, path)
  await kept(page, path)
  await context.setOffline(true)
  await expect(page.getByText('オフラインです。閲覧のみ可能です。')).toBeVisible()
  await page.getByRole('button', { name: '検収を完了する' }).click()
  await expect(page.getByText('写真と記録をこの端末に保存しました')).toBeVisible()
  await page.reload()
  await expect(page.getByText('写真と記録をこの端末に保存しました')).toBeVisible()
  await context.setOffline(false)
  await nothingWaits(page)
  const done = await query(
    `select count(*)::int as times from events where order_id = $1 and kind = 'order_inspected'`,
    [order?.id],
  )
  expect(done).toEqual([{ times: 1 }])
})

test('a chef changes the cart offline; nothing is ordered by itself', async ({ page, context }) => {
  const cart = '/restaurant/cart'
  const [{ id } = {}] = await query(
    `select id from products where name = '大玉トマト 桃太郎' and status = 'listed' limit 1`,
  )
  await signedIn(page, 'owner@example.jp')
  await page.goto(`/restaurant/products/${id}`)
  await page.getByRole('textbox', { name: /大玉トマト 桃太郎の数/ }).fill('2')
  await page.getByRole('button', { name: 'かごに追加', exact: true }).click()
  await expect(page.getByText(/かごに2/).first()).toBeVisible()
  await open(page, cart)
  await kept(page, cart)
  const before = await query('select count(*)::int as orders from orders')
  await context.setOffline(true)
  const qty = page.getByRole('main').getByRole('textbox', { name: /大玉トマト 桃太郎の数/ })
  const more = page.getByRole('main').getByRole('button', { name: /大玉トマト 桃太郎を増やす/ })
  await taken(more)
  await more.click()
  await expect(qty).toHaveValue('3')
  await more.click()
  await expect(qty).toHaveValue('4')
  // two presses on one number are one change
  await unsent(page, 1)
  await page.reload()
  await expect(qty).toHaveValue('4')
  await expectAccessible(page)
  await context.setOffline(false)
  await nothingWaits(page)
  await page.reload()
  await expect(qty).toHaveValue('4')
  await expect.poll(() => query('select count(*)::int as orders from orders')).toEqual(before)
})

/** A browser that believes in a network that is not there: it knows of the next cable only. */
const believing = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true })
    for (const kind of ['online', 'offline']) addEventListener(kind, (event) => event.stopImmediatePropagation(), true)
  })

test('a press counts whatever navigator.onLine says, and links open stored pages', async ({ page, context }) => {
  await believing(page)
  await signedIn(page, 'farmer@example.jp')
  const list = '/farmer/orders?step=confirm'
  await open(page, list)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'すべて受注する' }) })
    .first()
  const order = String(await card.locator('a[href^="/farmer/orders/"]').first().getAttribute('href')).split(/[?#]/)[0]
  await kept(page, list)
  await kept(page, String(order))
  await context.setOffline(true)
  await page.reload()
  const accept = page.locator(`form[action^="${order}"]`).getByRole('button', { name: 'すべて受注する' })
  await taken(accept)
  await accept.click()
  const waiting = page.locator(`a[href="${order}"]`, { hasText: '未送信（1）' })
  await expect(waiting).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/farmer/orders')
  await waiting.click()
  await expect(page.getByRole('button', { name: '箱詰めを開始する' })).toBeVisible()
  // no event tells of the network, and the page is not opened again
  await context.setOffline(false)
  await nothingWaits(page)
  await expect
    .poll(() => query('select state from orders where id = $1', [String(order).split('/').at(-1)]), { timeout: 40_000 })
    .toEqual([{ state: 'accepted' }])
})

test('a page that is not on the device leaves the open one, or says so in our own words', async ({ page, context }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/cart')
  await kept(page, '/restaurant/cart')
  await context.setOffline(true)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: '/restaurant/order',
      textContent: '注文する画面へ',
    })
    document.querySelector('main')?.append(link)
  })
  await page.getByRole('link', { name: '注文する画面へ' }).click()
  await expect(page.getByText('オフラインです。この画面は接続後に開けます。').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/restaurant/cart')
  for (const path of ['/restaurant/order', '/profile', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'オフラインです' })).toBeVisible()
  }
  await context.setOffline(false)
})

test('signing out leaves no page of the user on the device', async ({ page, context }) => {
  await signedIn(page, 'farmer3@example.jp')
  await open(page, '/farmer/orders')
  await kept(page, '/farmer/orders')
  await page.evaluate(async () => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/auth/signOut' })
    document.body.append(form)
    form.submit()
  })
  await expect(page).toHaveURL(/signIn/)
  await expect.poll(() => page.evaluate(() => caches.has('pages'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/farmer/orders').catch(() => {})
  await expect(page.getByText('きょうの出荷')).toHaveCount(0)
  await context.setOffline(false)
})
