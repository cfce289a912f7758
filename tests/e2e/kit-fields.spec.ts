import AxeBuilder from '@axe-core/playwright'
import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test'
import { longPress, photo } from '../../app/ui/constants.ts'
import { expectAccessible } from './support.ts'

const form = '/test/form'
const story = (name: string) => `/test?only=${name}`

test.describe('with script', () => {
  test('numbers are tidied when they are left, and judged then', async ({ page }) => {
    await open(page, form)
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

  test('the arrow keys belong to the input method while it composes, and the wheel changes nothing', async ({
    page,
  }) => {
    await open(page, form)
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
    await open(page, form)
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

  test('the address comes with the seventh digit, and the focus stays', async ({ page }) => {
    await open(page, form)
    const code = page.getByLabel('郵便番号')
    await code.focus()
    await code.pressSequentially('１００ー０００１')
    await expect(page.getByRole('status').filter({ hasText: '東京都千代田区千代田です' })).toBeVisible()
    await expect(code).toBeFocused()
    await expect(page.getByLabel('都道府県')).toHaveValue('13')
    await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
    await expect(page.getByLabel('町域')).toHaveValue('千代田')
    await code.blur()
    await expect(code).toHaveValue('100-0001')

    await page.getByLabel('市区町村').fill('わたしの町')
    await code.fill('498-0000')
    await expect(page.getByRole('status').filter({ hasText: '愛知県弥富市です' })).toBeVisible()
    await expect(page.getByLabel('都道府県')).toHaveValue('23')
    await expect(page.getByLabel('市区町村')).toHaveValue('わたしの町')
    await expect(page.getByLabel('町域')).toHaveValue('')
  })

  test('a code that several towns share opens a short list', async ({ page }) => {
    await open(page, form)
    await page.getByLabel('郵便番号').fill(sharedCode)
    const towns = page.getByRole('group', { name: '町域の候補' })
    await expect(towns.getByRole('button')).not.toHaveCount(0)
    const first = towns.getByRole('button').first()
    const name = (await first.textContent()) ?? ''
    await expect(page.getByLabel('町域', { exact: false }).and(page.locator('input'))).toHaveValue('')
    await first.click()
    await expect(page.locator('[name=town]')).toHaveValue(name)
    await expect(page.getByLabel('番地')).toBeFocused()
  })

  test('an unknown code and a dead line block nothing', async ({ page }) => {
    await open(page, form)
    await page.getByLabel('市区町村').fill('千代田区')
    await page.getByLabel('郵便番号').fill('000-0000')
    await expect(page.getByText('見つかりません。住所をそのまま入力してください')).toBeVisible()
    await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
    await page.route('**/api/postal-codes/**', (route) => route.abort())
    await page.getByLabel('郵便番号').fill('100-0001')
    await expect(page.getByText('いまは住所をさがせません。住所をそのまま入力してください')).toBeVisible()
    await page.getByLabel('郵便番号').fill('10')
    await page.getByRole('button', { name: '住所をさがす' }).click()
    await expect(page.getByText(/7けたで入力してください/).first()).toBeVisible()
  })

  test('a refused form gathers what is missing on top, and its lines lead to the fields', async ({ page }) => {
    await open(page, form)
    await page.getByLabel('電話番号').fill('03-1234-567')
    await page.getByRole('button', { name: '申しこむ' }).click()
    const summary = page.getByRole('region', { name: /か所を直してください/ })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link', { name: '姓を入力してください' })).toBeVisible()
    await expect(summary.getByRole('link', { name: '都道府県をえらんでください' })).toBeVisible()
    await expect(summary.getByRole('link', { name: '読んで、同意してください' })).toBeVisible()
    await expect(page.getByLabel('電話番号')).toHaveValue('03-1234-567')
    await summary.getByRole('link', { name: /けたの数がちがいます/ }).click()
    await expect(page.getByLabel('電話番号')).toBeFocused()
    await expectAccessible(page)
  })

  test('what only the server knows comes back to its field, and what it reads is what was meant', async ({ page }) => {
    await open(page, form)
    await fillAll(page)
    await page.getByLabel('電話番号').fill('０１００００００００')
    await page.getByRole('button', { name: '申しこむ' }).click()
    const summary = page.getByRole('region', { name: '1か所を直してください' })
    await expect(summary).toBeFocused()
    await expect(page.getByLabel('備考')).toHaveValue('𠮷田さんへ')
    await page.getByLabel('電話番号').fill('０３ー１２３４ー５６７８')
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByRole('heading', { name: 'とどきました' })).toBeVisible()
    for (const kept of ['+81312345678', 'chef@example.jp', 'サトウ', '1200', '2685', '𠮷田さんへ', '2026-12-01'])
      await expect(page.getByRole('definition').filter({ hasText: kept }).first()).toBeVisible()
  })

  test('photos are dropped, made smaller, put in order and taken out, and go with the form', async ({ page }) => {
    await open(page, form)
    const area = page.locator('.file-drop')
    await drop(page, area, [
      { name: '畑.png', type: 'image/png', width: 4000, height: 3000 },
      { name: '箱.png', type: 'image/png', width: 800, height: 600 },
      { name: '表.xlsx', type: 'application/vnd.ms-excel' },
    ])
    await expect(page.getByText('「表.xlsx」は写真ではありません。写真をえらんでください')).toBeVisible()
    const photos = page.getByRole('list', { name: 'えらんだ写真' })
    await expect(photos.getByRole('img')).toHaveCount(2)
    expect(await sizesIn(page)).toEqual([
      { name: '畑.jpg', longest: photo.longestSidePx },
      { name: '箱.jpg', longest: 800 },
    ])
    await photos.getByRole('button', { name: '2枚目を1つ前へ' }).click()
    expect((await sizesIn(page)).map(({ name }) => name)).toEqual(['箱.jpg', '畑.jpg'])
    await photos.getByRole('button', { name: '1枚目をはずす' }).click()
    expect((await sizesIn(page)).map(({ name }) => name)).toEqual(['畑.jpg'])

    await fillAll(page)
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.locator('dt', { hasText: 'photos' }).locator('+ dd')).toHaveText('1')
  })

  test('a draft is offered back, and gone once the form has done its work', async ({ page }) => {
    await open(page, form)
    await page.getByLabel('備考').fill('続きを書きたい')
    await page.getByLabel('読んで、同意します').check()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:sample-form'))).toContain('続きを書きたい')
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByText(/^\d+月\d+日\(.\) \d+:\d\d の続きがあります$/)).toBeVisible()
    await expect(page.getByLabel('備考')).toHaveValue('')
    await page.getByRole('button', { name: 'つづける' }).click()
    await expect(page.getByLabel('備考')).toHaveValue('続きを書きたい')
    await expect(page.getByLabel('読んで、同意します')).toBeChecked()
    await fillAll(page)
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByRole('heading', { name: 'とどきました' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('draft:sample-form'))).toBeNull()
  })

  test('the days follow month and leap year', async ({ page }) => {
    await open(page, story('DateField'))
    const birth = page.getByRole('group', { name: '生年月日' })
    const day = birth.getByRole('combobox', { name: '日' })
    await expect(day).toHaveValue('29')
    await birth.getByRole('combobox', { name: '年' }).selectOption('2001')
    await expect(day).toHaveValue('')
    await expect(day.getByRole('option')).toHaveCount(29)
    await birth.getByRole('combobox', { name: '月' }).selectOption('4')
    await expect(day.getByRole('option')).toHaveCount(31)
  })

  test('a password can be looked at, and a code is tidied', async ({ page }) => {
    await open(page, story('ContactFields'))
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

  test('a button that is held down repeats, stops at its end, and sends when it is let go', async ({ page }) => {
    await open(page, story('Stepper'))
    const stepper = page.getByRole('group', { name: '大根の数' }).first()
    await stepper.getByRole('button', { name: '大根をふやす' }).click()
    await expect(stepper.getByRole('textbox')).toHaveValue('4')
    await stepper.getByRole('button', { name: '大根をふやす' }).hover()
    await page.mouse.down()
    await page.waitForTimeout(longPress.after - 150)
    await expect(stepper.getByRole('textbox')).toHaveValue('4')
    await expect(stepper.getByRole('status')).toHaveText(/^\d+箱$/)
    await page.mouse.up()
    const reached = await stepper.getByRole('textbox').inputValue()
    expect(Number(reached)).toBeGreaterThan(4)
    await expect(page.locator('output').first()).toHaveText(`${reached}箱`)
    await stepper.getByRole('button', { name: '大根をへらす' }).hover()
    await page.mouse.down()
    await expect(stepper.getByRole('textbox')).toHaveValue('1', { timeout: 15_000 })
    await page.mouse.up()
    await expect(page.locator('output').first()).toHaveText('1箱')
    await stepper.getByRole('button', { name: '大根をはずす' }).click()
    await expect(page.locator('output').first()).toHaveText('かごから出ました')
  })

  test('a button that sends keeps its width, says so, and is pressed once', async ({ page }) => {
    await open(page, story('Button'))
    const idle = page.getByRole('button', { name: '保存して次へすすむ' })
    const before = await idle.boundingBox()
    await idle.click()
    const busy = page.locator('[data-state="押すと2秒送る"] button')
    await expect(busy).toHaveAccessibleName('送っています')
    await expect(busy).toHaveAttribute('aria-disabled', 'true')
    expect((await busy.boundingBox())?.width).toBe(before?.width)
    await busy.click({ force: true })
    await expect(page.locator('output')).toHaveText('1回')
  })

  test('a place is found by its kana, and the Enter that ends a composition chooses nothing', {
    tag: '@mouse',
  }, async ({ page }) => {
    await open(page, story('SelectField'))
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

  for (const theme of ['light', 'dark'] as const)
    test(`nothing stumbles over the fields (${theme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme })
      await open(page, form)
      await expectAccessible(page)
      for (const name of [
        'Button',
        'NumberField',
        'ContactFields',
        'DateField',
        'SelectField',
        'Choices',
        'Stepper',
        'FileField',
      ]) {
        await open(page, `${story(name)}&theme=${theme}`)
        const { violations } = await new AxeBuilder({ page })
          .include('[data-state]')
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze()
        expect(
          violations.map(({ id, nodes }) => `${name} ${id}: ${nodes.map((node) => node.html).join(' | ')}`),
        ).toEqual([])
      }
    })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the address is found by its button, and nothing typed is lost', async ({ page }) => {
    await page.goto(form)
    await page.getByLabel('電話番号').fill('03-1234-5678')
    await page.getByLabel('番地').fill('1-1')
    await page.getByLabel('郵便番号').fill('〒１００－０００１')
    await page.getByRole('button', { name: '住所をさがす' }).click()
    await expect(page.getByText('東京都千代田区千代田です。つづきを入力してください')).toBeVisible()
    await expect(page.getByLabel('都道府県')).toHaveValue('13')
    await expect(page.getByLabel('町域')).toHaveValue('千代田')
    await expect(page.getByLabel('番地')).toHaveValue('1-1')
    await expect(page.getByLabel('電話番号')).toHaveValue('03-1234-5678')

    await page.getByLabel('郵便番号').fill('000-0000')
    await page.getByRole('button', { name: '住所をさがす' }).click()
    await expect(page.getByText('見つかりません。住所をそのまま入力してください')).toBeVisible()
    await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
  })

  test('the form is judged by the server with the same sentences, and links lead to the fields', async ({ page }) => {
    await page.goto(form)
    await fillAll(page)
    await page.locator('[name=count]').fill('十二')
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByText('数字で入力してください（例 12）').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '数字で入力してください（例 12）' })).toHaveAttribute(
      'href',
      '#sample-count',
    )
    await expect(page.locator('[name=count]')).toHaveValue('十二')
    await page.locator('[name=count]').fill('１２')
    await page.getByLabel('読んで、同意します').check()
    await page.getByRole('button', { name: '申しこむ' }).click()
    await expect(page.getByRole('heading', { name: 'とどきました' })).toBeVisible()
  })
})

/** A code whose row of Japan Post names two towns. */
const sharedCode = '761-4103'

async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('input, button') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

const imeOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

/** The input method shows one text after the other and leaves the last. */
async function compose(ime: CDPSession, shown: readonly string[]) {
  for (const text of shown)
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await ime.send('Input.insertText', { text: shown.at(-1) ?? '' })
}

async function fillAll(page: Page) {
  const values: Record<string, string> = {
    lastName: '佐藤',
    firstName: '正男',
    lastNameKana: 'さとう',
    firstNameKana: 'ﾏｻｵ',
    city: '千代田区',
    street: '1-1',
    phone: '03-1234-5678',
    email: 'chef@example.jp',
    price: '¥1,200',
    count: '１２',
    weight: '2.685',
    from: '2026-12-01',
    note: '𠮷田さんへ',
  }
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('都道府県').selectOption('13')
  await page.locator('[name=postalCode]').fill('000-0000')
  await page.getByLabel('読んで、同意します').check()
}

type Dropped = { name: string; type: string; width?: number; height?: number }

/** Lets files fall on a place; pictures are drawn in the page. */
async function drop(page: Page, on: Locator, files: readonly Dropped[]) {
  const transfer = await page.evaluateHandle(async (wanted) => {
    const made = new DataTransfer()
    for (const { name, type, width, height } of wanted) {
      const canvas = Object.assign(document.createElement('canvas'), { width: width ?? 1, height: height ?? 1 })
      canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
      made.items.add(new File(blob ? [blob] : [], name, { type }))
    }
    return made
  }, files)
  await on.dispatchEvent('drop', { dataTransfer: transfer })
}

/** What the native input would send. */
const sizesIn = (page: Page) =>
  page.locator('input[name=photos]').evaluate(async (input: HTMLInputElement) =>
    Promise.all(
      [...(input.files ?? [])].map(async (file) => {
        const { width, height } = await createImageBitmap(file)
        return { name: file.name, longest: Math.max(width, height) }
      }),
    ),
  )
