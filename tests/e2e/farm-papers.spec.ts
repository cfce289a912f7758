import { expect } from '@playwright/test'
import sharp from 'sharp'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

/** The demo has one farm whose permit for pickles has ended: its owner, and where staff find it. */
async function lapsedFarm(): Promise<{ email: string; ref: string }> {
  const [farm] = await query(
    `select p.email, l.farm_id as id from lapsed_products l join memberships m on m.farm_id = l.farm_id
       join people p on p.id = m.person_id limit 1`,
  )
  return { email: String(farm?.email), ref: `farm-${farm?.id}` }
}

test('a permit has ended: the farm sees what is held back, sends the new one, and sells again once staff approve it', async ({
  page,
  browser,
}, { project }) => {
  const { email, ref } = await lapsedFarm()
  await signedIn(page, email)
  await open(page, '/farmer')
  const panel = page.getByRole('region', { name: '書類の期限が切れたため、販売を停止しています' })
  await expect(panel).toContainText('漬物')
  await expectAccessible(page)
  await panel.getByRole('link', { name: '新しい書類を送信する' }).click()
  await expect(page.getByRole('heading', { name: '農園の書類' })).toBeVisible()
  await expectAccessible(page)

  const send = page.getByRole('button', { name: '書類を送信する' })
  await send.click()
  await expect(page.getByText('写真またはPDFを選択してください。').first()).toBeVisible()
  const photo = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#fbfaf3' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('許可証・届出などの写し')
    .setInputFiles({ name: '新しい許可証.jpg', mimeType: 'image/jpeg', buffer: photo })
  await send.click()
  await expect(page.getByRole('list', { name: '受領した書類' })).toContainText('運営が確認しています')
  await open(page, '/farmer')
  await expect(page.getByRole('region', { name: '書類を確認しています' })).toBeVisible()

  const desk = await (await browser.newContext({ ...project.use, locale: 'ja-JP' })).newPage()
  await signedIn(desk, 'admin@example.jp')
  await open(desk, '/admin')
  await expect(desk.getByText('販売停止中：漬物')).toBeVisible()
  await open(desk, `/admin/users/${ref}`)
  const papers = desk.locator('details', { hasText: '許可証・免許証を確認して記録する' })
  await papers.locator('summary').click()
  await papers.getByRole('checkbox', { name: '漬物' }).check()
  await papers.getByRole('button', { name: '確認済みにする' }).click()
  await expect(desk.getByText('書類を確認済みにしました。')).toBeVisible()

  await open(page, '/farmer')
  await expect(page.getByRole('region', { name: /書類/ })).toHaveCount(0)
})
