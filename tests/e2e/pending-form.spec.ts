import { expect, type Locator } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { open, taken } from './support.ts'
import { test, theApp } from './test.ts'

/** What comes first after this press: that the part around it shows an element, or that the browser is asked to send something. */
async function firstAfter(press: Locator, around: Locator, shown: string): Promise<'shown' | 'sent'> {
  const part = await around.elementHandle()
  return await press.evaluate(
    (button, { place, selector }) =>
      new Promise<'shown' | 'sent'>((first) => {
        const send = window.fetch
        window.fetch = (what, how) => {
          if (how?.method === 'POST') first('sent')
          return send(what, how)
        }
        new MutationObserver(() => {
          if (place?.querySelector(selector)) first('shown')
        }).observe(document.body, { childList: true, subtree: true })
        if (button instanceof HTMLElement) button.click()
      }),
    { place: part, selector: shown },
  )
}

test('@phone what is put into the cart is shown before it is sent, and quick presses all count', async ({ page }) => {
  const [product] = await theApp().query(
    `select p.id, p.name from products p join product_search s on s.product_id = p.id
      where s.visible and p.name like '大玉トマト%' and p.min_qty = 1 and p.order_step = 1 order by p.id limit 1`,
  )
  const { id, name } = product ?? {}
  await theApp().query('delete from cart_lines where product_id = $1', [id])
  await signedIn(page, 'owner@example.jp')
  await open(page, `/restaurant/products?q=${encodeURIComponent(String(name))}`)
  const card = page.locator(`[data-product="${id}"]`)
  const add = card.getByRole('button', { name: /^かごに追加/ })
  await taken(add)
  expect(await firstAfter(add, card, '.stepper')).toBe('shown')
  await expect(card.getByRole('status').last()).toHaveText(/かごに1/)
  const answered = Promise.withResolvers<void>()
  await page.route('**/restaurant/cart.data*', async (route) => {
    await answered.promise
    await route.continue().catch(() => undefined)
  })
  const more = card.getByRole('button', { name: /増やす/ })
  await more.evaluate(async (button) => {
    for (let times = 0; times < 3; times++) {
      if (button instanceof HTMLElement) button.click()
      await new Promise((next) => setTimeout(next))
    }
  })
  await expect(card.getByRole('textbox')).toHaveValue('4')
  answered.resolve()
  await expect(card.getByRole('status').last()).toHaveText(/かごに4/)
  await expect
    .poll(async () => (await theApp().query('select qty from cart_lines where product_id = $1', [id]))[0]?.qty)
    .toBe(4)
})

test('@phone a step of an order is stamped before it is sent, and a second press sends nothing more', async ({
  page,
}) => {
  await signedIn(page, 'farmer2@example.jp')
  await open(page, '/farmer/orders?step=confirm')
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'すべて受注する' }) })
  const accept = card.first().getByRole('button', { name: 'すべて受注する' })
  await taken(accept)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/farmer/orders/')) sent++
  })
  await accept.evaluate((button) =>
    document.addEventListener('submit', () => setTimeout(() => Reflect.get(button, 'form').requestSubmit(button)), {
      once: true,
    }),
  )
  expect(await firstAfter(accept, card.first(), '.stamp')).toBe('shown')
  await expect(page.getByRole('alertdialog').filter({ hasText: 'の注文を受注しました。' })).toBeVisible()
  expect(sent).toBe(1)
})
