import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** Forced colours and more contrast: borders show what backgrounds show otherwise. */

const firstProduct = 'main a[href^="/restaurant/products/"]'
const screens = {
  '': ['/', '/auth/signIn'],
  'chef@example.jp': ['/restaurant/products', firstProduct, '/restaurant/cart'],
  'farmer@example.jp': ['/farmer'],
  'admin@example.jp': ['/admin/orders'],
}

for (const [email, places] of Object.entries(screens))
  test(`${email || 'a visitor'}: an edge around every control, and a line for what is chosen and what has the focus`, {
    tag: '@desktop',
  }, async ({ page }) => {
    if (email) await signedIn(page, email)
    for (const place of places)
      await test.step(place, async () => {
        await page.goto(
          place === firstProduct ? ((await page.locator(place).first().getAttribute('href')) ?? '') : place,
        )
        await page.emulateMedia({ forcedColors: 'active' })
        await expect.poll(() => withoutLine(page, 'button, summary, .btn, input, select, textarea')).toEqual([])
        await expectChosenAndFocus(page)
        await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
        await expect
          .poll(() => withoutLine(page, '.btn[data-kind="line"], .stepper, input, select, textarea'))
          .toEqual([])
        await expectChosenAndFocus(page)
        await page.emulateMedia({ contrast: 'no-preference' })
      })
  })

async function expectChosenAndFocus(page: Page) {
  await expect
    .poll(() => withoutLine(page, ':is(a, button):is([aria-current="page"], [aria-pressed="true"])'))
    .toEqual([])
  await page.keyboard.press('Tab')
  const ring = page.locator(':focus-visible')
  await expect
    .poll(() => ring.evaluate((it) => Number.parseFloat(getComputedStyle(it).outlineWidth)))
    .toBeGreaterThanOrEqual(3)
  await ring.blur()
}

/** Those with neither border nor outline; a tick box that the browser draws has its own, a plain field that of its frame. */
const withoutLine = (page: Page, controls: string) =>
  page.locator(controls).evaluateAll((all) => {
    const hasLine = (it: Element) => {
      const { borderBottomWidth, borderBottomStyle, outlineWidth, outlineStyle } = getComputedStyle(it)
      const bordered = borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) >= 1
      return bordered || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1)
    }
    return all
      .filter((it) => it.checkVisibility({ opacityProperty: true }) && it.getBoundingClientRect().width > 2)
      .filter((it) => !it.matches('[type="checkbox"], [type="radio"], [type="hidden"]'))
      .filter((it) => !hasLine(it) && !(it.matches('input') && it.parentElement && hasLine(it.parentElement)))
      .map((it) => it.outerHTML.slice(0, 160))
  })
