import { type CDPSession, expect, type Page } from '@playwright/test'
import { expectClean, lateScript, openForm, sample } from './samples.ts'
import { expectAccessible } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** Fields one by one: what is typed into them, and how it is tidied. */

test('numbers are normalised and validated when the field is left', async ({ page }) => {
  await openForm(page)
  const price = page.getByLabel('単価')
  await price.fill('￥１，２００')
  await expect(price).toHaveValue('￥１，２００')
  await price.blur()
  await expect(price).toHaveValue('1,200')

  const count = page.getByLabel('数', { exact: false }).and(page.locator('[name=count]'))
  await count.fill('十二')
  await expect(count).not.toHaveAttribute('aria-invalid')
  await count.blur()
  await expect(count).toHaveValue('十二')
  await expect(count).toHaveAccessibleDescription(/数字で入力してください（例 12）/)

  await count.fill('１，１９９')
  await count.press('ArrowUp')
  await expect(count).toHaveValue('1,200')
  await count.press('ArrowDown')
  await count.blur()
  await expect(count).toHaveValue('1,199')
  await expect(count).not.toHaveAttribute('aria-invalid')
})

test('the arrow keys belong to the input method while it composes, and the wheel changes nothing', async ({ page }) => {
  await openForm(page)
  const count = page.locator('[name=count]')
  await count.fill('5')
  const ime = await imeOf(page)
  await ime.send('Input.imeSetComposition', { text: '６', selectionStart: 1, selectionEnd: 1 })
  await count.dispatchEvent('keydown', { key: 'ArrowUp', isComposing: true })
  await expect(count).toHaveValue('5６')
  await ime.send('Input.insertText', { text: '６' })
  await count.hover()
  await page.mouse.wheel(0, 200)
  await count.blur()
  await expect(count).toHaveValue('56')
})

test('the kana are filled from what is read while a name is typed, and stay as they are put right', async ({
  page,
}) => {
  await openForm(page)
  const [family, familyKana] = [page.getByLabel('姓'), page.getByLabel('セイ')]
  const ime = await imeOf(page)
  await family.focus()
  await compose(ime, ['ｓ', 'さ', 'さと', 'さとう', '佐藤'])
  await expect(family).toHaveValue('佐藤')
  await expect(familyKana).toHaveValue('サトウ')

  await page.getByLabel('メイ').fill('ﾏｻｵ')
  await page.getByLabel('メイ').blur()
  await expect(page.getByLabel('メイ')).toHaveValue('マサオ')
  await page.getByLabel('名', { exact: true }).or(page.locator('[name=firstName]')).first().focus()
  await compose(ime, ['まさ', 'まさお', '正男'])
  await expect(page.getByLabel('メイ')).toHaveValue('マサオ')

  await familyKana.fill('さいとう')
  await familyKana.blur()
  await expect(familyKana).toHaveValue('サイトウ')
  await family.fill('')
  await expect(familyKana).toHaveValue('サイトウ')
})

test('the days follow month and leap year', async ({ page }) => {
  await sample(page, 'DateField')
  const birth = page.getByRole('group', { name: '生年月日' })
  const day = birth.getByRole('combobox', { name: '日' })
  await expect(day).toHaveValue('29')
  await birth.getByRole('combobox', { name: '年' }).selectOption('2001')
  await expect(day).toHaveValue('')
  await expect(day.getByRole('option')).toHaveCount(29)
  await birth.getByRole('combobox', { name: '月' }).selectOption('4')
  await expect(day.getByRole('option')).toHaveCount(31)
})

test('a password can be shown, and a code is normalised', async ({ page }) => {
  await sample(page, 'ContactFields')
  const secret = page.getByLabel('パスワード', { exact: false }).and(page.locator('input'))
  await secret.fill('hatake-daikon')
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: /表示/ }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  const code = page.getByLabel('6けたの番号')
  await code.fill('１２３ ４５６')
  await code.blur()
  await expect(code).toHaveValue('123456')
  const mail = page.getByLabel('メールアドレス')
  await mail.fill('ｃｈｅｆ＠Example.JP ')
  await mail.blur()
  await expect(mail).toHaveValue('chef@example.jp')
})

test('a place is found by its kana, and the Enter that ends a composition chooses nothing', {
  tag: '@mouse',
}, async ({ page }) => {
  await sample(page, 'SelectField')
  const place = page.getByRole('combobox', { name: '産地' })
  await expect(place).toHaveAttribute('aria-autocomplete', 'list')
  await place.click()
  const ime = await imeOf(page)
  await ime.send('Input.imeSetComposition', { text: 'にいが', selectionStart: 3, selectionEnd: 3 })
  await expect(page.getByRole('option')).toHaveText([/新潟県/])
  await place.dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
  await expect(page.locator('[name=pref]')).toHaveValue('')
  await ime.send('Input.insertText', { text: 'にいが' })
  await place.press('ArrowDown')
  await place.press('Enter')
  await expect(page.locator('input[name=pref]')).toHaveValue('15')
  await expect(place).toHaveValue('新潟県')
})

test.describe('what was chosen before the script came stays', () => {
  test('a day of three selects', async ({ page }) => {
    const letScriptCome = await lateScript(page, '/test?only=DateField')
    const birth = page.getByRole('group', { name: '生年月日' })
    await birth.getByRole('combobox', { name: '年' }).selectOption('1984')
    await birth.getByRole('combobox', { name: '月' }).selectOption('3')
    await birth.getByRole('combobox', { name: '日' }).selectOption('5')
    await letScriptCome()
    // the days follow the month only where the page knows what was chosen
    await expect(birth.getByRole('combobox', { name: '日' }).getByRole('option')).toHaveCount(32)
    await page.getByRole('group', { name: '開業の日' }).getByRole('combobox', { name: '月' }).selectOption('4')
    for (const [part, value] of [
      ['年', '1984'],
      ['月', '3'],
      ['日', '5'],
    ] as const)
      await expect(birth.getByRole('combobox', { name: part })).toHaveValue(value)
  })

  test('one of many, on touch', async ({ page }) => {
    const letScriptCome = await lateScript(page, '/test?only=SelectField')
    const place = page.getByRole('combobox', { name: '産地' })
    await place.selectOption('15')
    await letScriptCome()
    await place.focus()
    await place.blur()
    await expect(place).toHaveValue('15')
  })

  test('one of many, where there is a mouse and the field can be typed into', { tag: '@mouse' }, async ({ page }) => {
    const letScriptCome = await lateScript(page, '/test?only=SelectField')
    const place = page.getByRole('combobox', { name: '産地' })
    await place.selectOption('15')
    await letScriptCome()
    await expect(place).toHaveAttribute('aria-autocomplete', 'list')
    await expect(place).toHaveValue('新潟県')
    await expect(page.locator('input[name=pref]')).toHaveValue('15')
  })
})

test('the fields are accessible in both themes', async ({ page }) => {
  await openForm(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  for (const name of [
    'Button',
    'NumberField',
    'ContactFields',
    'DateField',
    'SelectField',
    'Choices',
    'Stepper',
    'FileField',
  ])
    await test.step(name, async () => {
      await sample(page, name)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectClean(page)
      }
    })
})

const imeOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

/** The input method shows one text after the other and leaves the last. */
async function compose(ime: CDPSession, shown: readonly string[]) {
  for (const text of shown)
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await ime.send('Input.insertText', { text: shown.at(-1) ?? '' })
}
