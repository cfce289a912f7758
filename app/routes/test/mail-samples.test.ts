import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailTemplates } from '#modules/outbox/mail-templates.ts'
import { renderMail } from '#modules/outbox/render-mail.server.ts'
import { mailSamples } from './mail-samples.server.tsx'

test.each(mailTemplates)(
  '%s can be read before its first use, with and without colours, and names no origin',
  async (template) => {
    const { html, text } = await renderMail(mailSamples()[template])
    expect(html).toContain('畝と皿</p>')
    expect(text.length).toBeGreaterThan(40)
    for (const part of [html, text]) expect(part).not.toMatch(/undefined|null|\[object|NaN/)
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/site\.invalid\//)
  },
)

test('no component of a mail is without a sample', async () => {
  const used = readFileSync(join(import.meta.dirname, 'mail-samples.server.tsx'), 'utf8')
  const modules = join(import.meta.dirname, '../../modules')
  const all: string[] = []
  for await (const file of glob('**/*.server.tsx', { cwd: modules }))
    for (const [, name = ''] of readFileSync(join(modules, file), 'utf8').matchAll(/^export const (\w+Mail) =/gm))
      all.push(name)
  expect(all.length).toBeGreaterThan(25)
  expect(all.filter((name) => !used.includes(`<${name}`))).toEqual([])
})
