import { expect } from '@playwright/test'
import { longPress } from '../../app/ui/constants.ts'
import { sample, stopTime } from './samples.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** What is pressed, held down and sent. */

test('a button that is held down repeats, stops at its end, and sends when it is let go', async ({ page }) => {
  await sample(page, 'Stepper')
  const stepper = page.getByRole('group', { name: '大根の数量' }).first()
  await stepper.getByRole('button', { name: '大根を増やす' }).click()
  await expect(stepper.getByRole('textbox')).toHaveValue('4')
  await stopTime(page)
  await stepper.getByRole('button', { name: '大根を増やす' }).hover()
  await page.mouse.down()
  await page.clock.runFor(longPress.after - 150)
  await expect(stepper.getByRole('textbox')).toHaveValue('4')
  await page.clock.runFor(150 + 2 * longPress.every)
  await expect(stepper.getByRole('status')).toHaveText(/^\d+箱$/)
  await page.mouse.up()
  const reached = await stepper.getByRole('textbox').inputValue()
  expect(Number(reached)).toBeGreaterThan(4)
  await expect(page.locator('output').first()).toHaveText(`${reached}箱`)
  await stepper.getByRole('button', { name: '大根を減らす' }).hover()
  await page.mouse.down()
  await page.clock.runFor(longPress.after + Number(reached) * longPress.every)
  await expect(stepper.getByRole('textbox')).toHaveValue('1')
  await page.mouse.up()
  await expect(page.locator('output').first()).toHaveText('1箱')
  await stepper.getByRole('button', { name: '大根を削除' }).click()
  await expect(page.locator('output').first()).toHaveText('かごから出ました')
})

test('a button that sends keeps its width, says so, and is pressed once', async ({ page }) => {
  await sample(page, 'Button')
  const idle = page.getByRole('button', { name: '保存して次へすすむ' })
  const before = await idle.boundingBox()
  await stopTime(page)
  await idle.click()
  const busy = page.locator('[data-state="押すと2秒送る"] button')
  await expect(busy).toHaveAccessibleName('送信中')
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  expect((await busy.boundingBox())?.width).toBe(before?.width)
  await busy.click({ force: true })
  await page.clock.runFor(3000)
  await expect(idle).toBeEnabled()
  await expect(page.locator('output')).toHaveText('1回')
})
