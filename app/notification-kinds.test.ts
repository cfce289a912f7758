import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderMail } from '#modules/notifications/render-mail.server.ts'
import { mailKinds, notificationKinds } from './notification-kinds.server.ts'

test.each(mailKinds)(
  '$name can be read before its first use, with and without colours, and names no origin',
  async (kind) => {
    const { html, text } = await renderMail(kind.sampleMessage())
    expect(html).toContain('畝と皿</p>')
    expect(text.length).toBeGreaterThan(40)
    for (const part of [html, text]) expect(part).not.toMatch(/undefined|null|\[object|NaN/)
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/site\.invalid\//)
  },
)

test('every kind that a module declares is known to the sender, once', async () => {
  const modules = join(import.meta.dirname, 'modules')
  const declared: string[] = []
  for await (const file of glob('**/*.server.tsx', { cwd: modules }))
    for (const [, name = ''] of readFileSync(join(modules, file), 'utf8').matchAll(/notificationKind\('([\w-]+)'/g))
      declared.push(name)
  const names = notificationKinds.map(({ name }) => name)
  expect(declared.length).toBeGreaterThan(60)
  expect(new Set(names).size).toBe(names.length)
  expect(declared.filter((name) => !names.some((known) => known === name))).toEqual([])
})
