import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { readPageFile, WrongPageFile } from './page-file.server.ts'
import { pageAddresses, pageSlugs } from './pages.ts'
import { fillPlaceholders, unknownPlaceholders } from './placeholders.ts'
import { renderPage } from './render-page.server.ts'

/** The texts of content/ themselves. */
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const names = readdirSync('content').filter((name) => name.endsWith('.md') && name !== 'README.md')
const files = names.map((name) => readPageFile(name, readFileSync(`content/${name}`, 'utf8')))

test('every page has its text', () => {
  expect(files.map(({ slug }) => slug).toSorted()).toEqual(pageSlugs.toSorted())
})

test.each(files.map((file) => [file.slug, file] as const))('%s has no gap left to fill', (_, { body }) => {
  const text = fillPlaceholders(body, operator)
  expect(unknownPlaceholders(body)).toEqual([])
  expect(text).not.toMatch(/\{\{|\}\}|undefined|TODO/)
  // **強調（かっこ）**は is no emphasis in Markdown: the asterisks would be visible
  expect(renderPage(text).html).not.toContain('**')
})

test.each(files.map((file) => [file.slug, file] as const))(
  '%s: every heading has a name of its own, every link within our pages a chapter',
  (_, { body }) => {
    const { html, contents } = renderPage(fillPlaceholders(body, operator))
    expect(contents.filter(({ id, level }) => level === 2 && id.startsWith('part-'))).toEqual([])
    for (const [, address = ''] of html.matchAll(/href="([^"]+#[^"]+|#[^"]+)"/g)) {
      const [path, anchor] = address.split('#')
      const target = path
        ? files.find(({ slug }) => Object.entries(pageAddresses).some(([it, at]) => it === slug && at === path))
        : { body }
      const ids = renderPage(target?.body ?? '').contents.map(({ id }) => id)
      expect(ids, address).toContain(anchor)
    }
  },
)

test.each([
  ['no facts', '## 本文'],
  ['no version', '---\nslug: law\ntitle: a\neffectiveOn: 2026-11-01\nmaterial: no\nchange: a\n---\n本文'],
  [
    'a day that is none',
    '---\nslug: law\ntitle: a\nversion: 1\neffectiveOn: 2026-02-30\nmaterial: no\nchange: a\n---\n本文',
  ],
  [
    'an unknown name',
    '---\nslug: law\ntitle: a\nversion: 1\neffectiveOn: 2026-11-01\nmaterial: no\nchange: a\n---\n{{operator.fax}}',
  ],
  ['no text', '---\nslug: law\ntitle: a\nversion: 1\neffectiveOn: 2026-11-01\nmaterial: no\nchange: a\n---\n'],
])('a file with %s stops the start with its name', (_, source) => {
  expect(() => readPageFile('law.md', source)).toThrow(WrongPageFile)
  expect(() => readPageFile('law.md', source)).toThrow(/^law\.md: /)
})

test('a name that would be Markdown stays a name', () => {
  const filled = fillPlaceholders('| | |\n| --- | --- |\n| 名 | {{operator.name}} |', {
    ...operator,
    name: '*畑* | <b>と</b> [皿](/x) \\ `a`',
  })
  expect(renderPage(filled).html).toContain('<dd>*畑* | &lt;b&gt;と&lt;/b&gt; [皿](/x) \\ `a`</dd>')
})
