import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { countdown, toast, tooltip } from '../../app/ui/constants.ts'

/** What floats and what notifies, on the page of samples. */

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** One sample, alone, and its script running. */
async function sample(page: Page, name: string, theme = ''): Promise<void> {
  await page.goto(`/test?only=${name}${theme && `&theme=${theme}`}`)
  await page.waitForFunction(() => {
    const part = document.querySelector('section[id^="story-"]')
    return part !== null && Object.keys(part).some((key) => key.startsWith('__react'))
  })
}
const toasts = (page: Page) => page.locator('.toast')
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The sample and whatever floats over it; the page around it is looked at with the other pages. */
async function expectClean(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  for (const part of ['section[id^="story-"]', '.toasts', '.scrim', '.menu-popover', '.tooltip'])
    if ((await page.locator(part).count()) > 0) axe.include(part)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
}

/** From here on time passes only when the test says so. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000))
}

test.describe('toast', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await sample(page, 'Toast')
    // the first one loads the program for all
    await page.getByRole('button', { name: 'お知らせを出す' }).click()
    await toasts(page).getByRole('button', { name: '閉じる' }).click()
    await expect(toasts(page)).toHaveCount(0)
    await page.mouse.move(0, 0)
    await stopTime(page)
  })

  test(`hides after ${toast.hideAfter} ms, and not before`, async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await expect(said(page, '保存しました。')).toBeVisible()
    await page.clock.runFor(toast.hideAfter - 1)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)
  })

  test(`stays ${toast.hideAfterAtLeast} ms, however short it was meant to be`, async ({ page }) => {
    await page.getByRole('button', { name: 'すぐ消そうとする' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(toast.hideAfterAtLeast - 1)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while the pointer is on it', { tag: '@mouse' }, async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await toasts(page).hover()
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while it has the focus, and closes on its button', async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    const close = toasts(page).getByRole('button', { name: '閉じる' })
    await close.focus()
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while the tab is hidden', async ({ page }) => {
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await hide(true)
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await hide(false)
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('an error stays until it is closed', async ({ page }) => {
    await page.getByRole('button', { name: 'エラーを出す' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(toast.hideAfter * 10)
    await expect(toasts(page)).toHaveCount(1)
    await toasts(page).getByRole('button', { name: '閉じる' }).click()
    await expect(toasts(page)).toHaveCount(0)
  })

  test(`at most ${toast.atMost} at once, the newest first`, async ({ page }) => {
    for (const name of ['エラーを出す', '注意を出す', 'お知らせを出す', 'できたことを知らせる'])
      await page.getByRole('button', { name }).click()
    await expect(toasts(page)).toHaveCount(toast.atMost)
    await expect(toasts(page).first()).toContainText('保存しました。')
    // the error was pushed out by three others, and comes back when there is room
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(1)
    await expect(toasts(page)).toContainText('送れませんでした。')
  })

  test('what was done can be undone from it, and it goes away', async ({ page }) => {
    await page.getByRole('button', { name: '1つ消す' }).click()
    await toasts(page).getByRole('button', { name: '元にもどす' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await expect(toasts(page)).toContainText('もどしました。')
  })

  test('at the top right, on a phone as wide as the window', async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    const box = await toasts(page).boundingBox()
    const width = page.viewportSize()?.width ?? 0
    if (!box) throw new Error('no toast')
    expect(box.y).toBeLessThan(130)
    expect(width - (box.x + box.width)).toBeLessThan(40)
    if (isPhone(page)) expect(box.width).toBeGreaterThan(width - 40)
    else expect(box.width).toBeLessThan(width / 2)
  })
})

test('a page without toasts does not load them', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await sample(page, 'Badge')
  expect(loaded.filter((url) => /ui\/toast\.tsx|\/toast-(?!list)[\w-]+\.js/.test(url))).toEqual([])
})

test.describe('tooltip', { tag: '@mouse' }, () => {
  test(`comes after ${tooltip.delay} ms, keeps ${tooltip.boundaryPadding} px to the edge, goes on Escape`, async ({
    page,
  }) => {
    await page.clock.install()
    await sample(page, 'Tooltip')
    await page.mouse.move(0, 0)
    await stopTime(page)
    const tip = page.getByRole('tooltip')
    await page.getByRole('button', { name: '印刷' }).hover()
    await page.clock.runFor(tooltip.delay - 1)
    await expect(tip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tip).toHaveText('荷札をまとめて印刷')
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })

  test(`keeps ${tooltip.boundaryPadding} px to the edge of the window`, async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await sample(page, 'Tooltip')
    const button = page.getByRole('button', { name: '端のボタン' })
    await button.evaluate((it) => {
      it.style.position = 'fixed'
      it.style.right = '0'
      it.style.top = '300px'
    })
    // a pointer that has never moved does not hover
    await page.mouse.move(10, 10)
    await button.hover()
    const box = await page.getByRole('tooltip').boundingBox()
    if (!box) throw new Error('no tooltip')
    expect(Math.round(800 - (box.x + box.width))).toBe(tooltip.boundaryPadding)
  })

  test('comes with the focus of the keyboard, and describes its control', async ({ page }) => {
    await sample(page, 'Tooltip')
    await page.getByRole('button', { name: '印刷' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expect(page.getByRole('button', { name: '印刷' })).toHaveAccessibleDescription('荷札をまとめて印刷')
    await expectClean(page)
  })
})

test.describe('countdown', () => {
  test(`ticks every ${countdown.tick} ms and is spoken at ${countdown.spokenAtSeconds.join(', ')} seconds only`, async ({
    page,
  }) => {
    await page.clock.install()
    await sample(page, 'Alert')
    await stopTime(page)
    const waiting = page.locator('[data-state="残り時間"]')
    const timer = waiting.getByRole('timer')
    const heard = waiting.locator('[aria-live="polite"]')
    const left = async () =>
      Number(
        /(?:(\d+)分)?(?:(\d+)秒)?で/
          .exec((await timer.textContent()) ?? '')
          ?.slice(1)
          .reduce((sum, part) => sum * 60 + Number(part ?? 0), 0),
      )
    const before = await left()
    await page.clock.runFor(countdown.tick)
    await expect.poll(left).toBe(before - 1)
    await page.clock.runFor(countdown.tick * 3)
    await expect.poll(left).toBe(before - 4)
    await expect(heard).toHaveText('あと1分でもう一度試せます。')
    await page.clock.runFor(countdown.tick * 20)
    await expect(heard).toHaveText('あと1分でもう一度試せます。')
    await page.clock.runFor(countdown.tick * 60)
    await expect(timer).toHaveText('もう一度お試しください。')
    await expect(heard).toHaveText('もう一度お試しください。')
    expect(await timer.getAttribute('aria-live')).toBeNull()
    await expect(page.locator('[data-state="残り10分から"] [aria-live="polite"]')).toHaveText(
      'あと10分でもう一度試せます。',
    )
  })

  test('does not care what the device believes the time to be', async ({ page }) => {
    await page.addInitScript(() => {
      const real = Date.now
      Date.now = () => real() + 7 * 3_600_000
    })
    await sample(page, 'Alert')
    await expect(page.locator('[data-state="残り時間"]').getByRole('timer')).toHaveText(
      /あと(1分\d?秒?|5\d秒)でもう一度試せます。/,
    )
  })
})

test.describe('dialog', () => {
  test('focus goes to the first field, Escape closes and gives it back', async ({ page }) => {
    await sample(page, 'Dialog')
    const opener = page.getByRole('button', { name: 'メモを書く' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await expect(dialog.getByLabel('メモ')).toBeFocused()
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('once something was typed, neither Escape nor a press beside it closes', async ({ page }) => {
    await sample(page, 'Dialog')
    await page.getByRole('button', { name: 'メモを書く' }).click()
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await dialog.getByLabel('メモ').fill('書類をもう1枚')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog.getByLabel('メモ')).toHaveValue('書類をもう1枚')
    await dialog.getByRole('button', { name: 'やめる' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'メモを書く' }).click()
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog).toHaveCount(0)
  })

  test('what is asked in it is asked in its place: no dialog on a dialog', async ({ page }) => {
    await sample(page, 'Dialog')
    await page.getByRole('button', { name: 'メモを書く' }).click()
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await dialog.getByRole('button', { name: '下書きを消す' }).click()
    await expect(dialog.getByText('下書きを消しますか')).toBeVisible()
    await expect(page.locator('[role="alertdialog"]')).toHaveCount(0)
    await expectClean(page)
    await dialog.getByRole('button', { name: '消す', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })

  test('actions: on a phone stacked with the main one on top, on a PC at the right', async ({ page }) => {
    await sample(page, 'Dialog')
    await page.getByRole('button', { name: 'メモを書く' }).click()
    const main = await page.getByRole('button', { name: '送る' }).boundingBox()
    const safe = await page.getByRole('button', { name: 'やめる' }).boundingBox()
    if (!main || !safe) throw new Error('no actions')
    if (isPhone(page)) {
      expect(main.y).toBeLessThan(safe.y)
      expect(main.width).toBe(safe.width)
    } else {
      expect(main.x).toBeGreaterThan(safe.x)
      expect(main.y).toBe(safe.y)
    }
  })
})

test.describe('confirm', () => {
  test('asks once, with the focus on the safe button, and sends the form once', async ({ page }) => {
    await sample(page, 'Confirm')
    const press = page.getByRole('button', { name: '注文を取り消す' })
    await press.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'この注文を取り消しますか' })
    await expect(dialog).toContainText('合計5件を取り消します。元にはもどせません。')
    await expect(dialog.getByRole('button', { name: 'やめる' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(press).toBeFocused()
    await expect(page.getByText('0回送りました')).toBeVisible()
    await press.click()
    await dialog.getByRole('button', { name: '取り消す', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('1回送りました')).toBeVisible()
    await press.click()
    await expect(dialog).toBeVisible()
  })
})

test.describe('drawer', () => {
  for (const [name, opener] of [
    ['Drawer', '条件を開く'],
    ['BottomSheet', 'シートを開く'],
  ] as const)
    test(`${name}: its action stays in view, it closes by button, Escape and a press beside it`, async ({ page }) => {
      await sample(page, 'Drawer')
      const dialog = page.getByRole('dialog', { name: 'しぼりこみ' })
      const open = () => page.getByRole('button', { name: opener }).click()
      await open()
      await expect(dialog.getByLabel('北海道')).toBeFocused()
      await expect(dialog.getByRole('button', { name: 'この条件で見る' })).toBeInViewport()
      await dialog.getByRole('button', { name: '閉じる' }).click()
      await expect(dialog).toHaveCount(0)
      await open()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await open()
      await page.mouse.click(5, 5)
      await expect(dialog).toHaveCount(0)
    })
})

test.describe('menu', () => {
  test('of a PC: arrows, letters, Escape; the choice is done', async ({ page }) => {
    await sample(page, 'Menu')
    const opener = page.getByRole('button', { name: 'この商品' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: '写して作る' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: '消す' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByRole('menuitem', { name: '写して作る' }).click()
    await expect(said(page, '写しました。')).toBeVisible()
  })

  test('of the header: closes on Escape, on a press outside and on another page', async ({ page }) => {
    await sample(page, 'Menu')
    const opener = page.locator('summary', { hasText: '灯 料理人さん' })
    const link = page.getByRole('link', { name: '診断を見る' })
    await opener.click()
    await expect(link).toBeVisible()
    await link.focus()
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.mouse.click(5, 200)
    await expect(link).toBeHidden()
    await opener.click()
    await link.click()
    await expect(page).toHaveURL(/\/test\/check/)
  })
})

test('tabs move with the arrow keys', async ({ page }) => {
  await sample(page, 'Tabs')
  await page.getByRole('tab', { name: '品の説明' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '荷姿' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: '荷姿' })).toContainText('2kg箱')
  await expect(page.getByRole('link', { name: '部品の見本' })).toHaveAttribute('aria-current', 'page')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('tabs stand below each other, menus and disclosures open, waiting times are there', async ({ page }) => {
    await page.goto('/test?only=Tabs')
    for (const words of ['朝どりの小松菜です。', '2kg箱、束ねずに入れます。', '千葉県匝瑳市の露地です。'])
      await expect(page.getByText(words)).toBeVisible()
    await page.goto('/test?only=Menu')
    await page.locator('summary', { hasText: '灯 料理人さん' }).click()
    await expect(page.getByRole('link', { name: 'ホーム', exact: true })).toBeVisible()
    await page.goto('/test?only=Disclosure')
    await page.getByText('届いた品が傷んでいたら').click()
    await expect(page.getByText('受け取りの画面から知らせてください。')).toBeVisible()
    await page.goto('/test?only=Alert')
    await expect(page.getByText('あと1分2秒でもう一度試せます。')).toBeVisible()
  })
})

/** What has to be pressed to see the part of the kit that floats. */
const opened: Record<string, string | null> = {
  Toast: 'できたことを知らせる',
  Dialog: 'メモを書く',
  Confirm: '注文を取り消す',
  Drawer: '条件を開く',
  Menu: 'この商品',
  Alert: null,
  Notice: null,
  Tabs: null,
  Disclosure: null,
  Badge: null,
  LooksForm: null,
}
for (const colorScheme of ['light', 'dark'] as const)
  test(`${colorScheme}: nothing to stumble over`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [name, opener] of Object.entries(opened))
      await test.step(name, async () => {
        await sample(page, name)
        await expectClean(page)
        if (!opener) return
        await page.getByRole('button', { name: opener }).click()
        await expect(page.locator('.toast, .dialog, .drawer, [role="menu"]').first()).toBeVisible()
        await expectClean(page)
      })
  })

test('nothing is lost at 320 px with letters of twice the size', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [name, opener] of Object.entries(opened)) {
    await sample(page, name)
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    if (opener) await page.getByRole('button', { name: opener }).click()
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.toast, .dialog, .drawer, .menu-panel, .notice, .looks-choices label')]
        .filter((it) => it.getBoundingClientRect().right > window.innerWidth + 1)
        .map((it) => it.className),
    )
    expect(wide, name).toEqual([])
  }
})

test('forced colours: every floating part keeps an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const name of ['Toast', 'Dialog', 'Drawer', 'Menu']) {
    await sample(page, name)
    await page.getByRole('button', { name: opened[name] ?? '' }).click()
    const part = page.locator('.toast, .dialog, .drawer, [role="menu"]').first()
    await expect(part).toBeVisible()
    expect(await part.evaluate((it) => Number.parseFloat(getComputedStyle(it).borderTopWidth)), name).toBeGreaterThan(0)
  }
})
