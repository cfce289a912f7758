import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const password = 'demo-password-1'

export async function signIn(page: Page, email: string, door = '/auth/signIn'): Promise<void> {
  await page.goto(door)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード').fill(password)
  await page.getByRole('button', { name: 'サインインする' }).click()
  await expect(page).not.toHaveURL(/sign/i)
}

/** Nothing for a screen reader or a weak eye to stumble over (WCAG 2.2 AA), and no sideways scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await wholePage(page, async () => {
    const found = await new AxeBuilder({ page })
      // lettering inside seals and stamps is drawing: hidden from readers, and said again as text
      .exclude('.stamp')
      .exclude('.seal')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    return found.violations
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0)
}

/** All of the page in view, so that the fixed bars cover nothing that one would scroll to. */
async function wholePage<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const view = page.viewportSize()
  if (!view) return look()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: view.width, height: Math.min(height + 300, 12_000) })
  return look().finally(() => page.setViewportSize(view))
}
