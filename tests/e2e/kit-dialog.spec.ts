import { expect } from '@playwright/test'
import { expectClean, sample } from './samples.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** What stands over the page and wants an answer first. */

test.describe('dialog', () => {
  test('focus goes to the first field, Escape closes and gives it back', { tag: '@desktop' }, async ({ page }) => {
    await sample(page, 'Dialog')
    const opener = page.getByRole('button', { name: 'メモを書く' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await expect(dialog.getByLabel('メモ')).toBeFocused()
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('once something was typed, neither Escape nor a press beside it closes', { tag: '@desktop' }, async ({
    page,
  }) => {
    await sample(page, 'Dialog')
    await page.getByRole('button', { name: 'メモを書く' }).click()
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await dialog.getByLabel('メモ').fill('書類をもう1枚')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog.getByLabel('メモ')).toHaveValue('書類をもう1枚')
    await dialog.getByRole('button', { name: '戻る' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'メモを書く' }).click()
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog).toHaveCount(0)
  })

  test('what is asked in it is asked in its place: no dialog on a dialog', { tag: '@desktop' }, async ({ page }) => {
    await sample(page, 'Dialog')
    await page.getByRole('button', { name: 'メモを書く' }).click()
    const dialog = page.getByRole('dialog', { name: '申込者へのメモ' })
    await dialog.getByRole('button', { name: '下書きを消す' }).click()
    await expect(dialog.getByText('下書きを消しますか')).toBeVisible()
    await expect(page.locator('[role="alertdialog"]')).toHaveCount(0)
    await expectClean(page)
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })

  for (const width of [390, 1440])
    test(`actions, ${width} px: on a phone stacked with the main one on top, on a PC at the right`, {
      tag: '@desktop',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await sample(page, 'Dialog')
      await page.getByRole('button', { name: 'メモを書く' }).click()
      const main = await page.getByRole('button', { name: '送信' }).boundingBox()
      const safe = await page.getByRole('button', { name: '戻る' }).boundingBox()
      if (!main || !safe) throw new Error('no actions')
      if (width < 768) {
        expect(main.y).toBeLessThan(safe.y)
        expect(main.width).toBe(safe.width)
      } else {
        expect(main.x).toBeGreaterThan(safe.x)
        expect(main.y).toBe(safe.y)
      }
    })
})

test.describe('confirm', () => {
  test('asks once, with the focus on the safe button, and sends the form once', { tag: '@desktop' }, async ({
    page,
  }) => {
    await sample(page, 'Confirm')
    const press = page.getByRole('button', { name: '注文をキャンセルする' })
    await press.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'この注文を取り消しますか' })
    await expect(dialog).toContainText('合計5件を取り消します。元にはもどせません。')
    await expect(dialog.getByRole('button', { name: '戻る' })).toBeFocused()
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
    test(`${name}: its action stays in view, it closes by button, Escape and a press beside it`, {
      tag: '@desktop',
    }, async ({ page }) => {
      await sample(page, 'Drawer')
      const dialog = page.getByRole('dialog', { name: '絞り込み' })
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
