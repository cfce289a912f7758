import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownMeta } from '../../app/web/page-meta.ts'

const pages = globSync('app/{root,routes/**/*}.tsx')
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  .filter(({ source }) => /export const meta\b/.test(source))

test('every page that has a title takes it, with a description, from page-meta.ts', () => {
  expect(pages.length).toBeGreaterThan(200)
  const without = pages.filter(({ source }) => {
    const meta = /export const meta\b[\s\S]*?(?=\nexport |\n\n)/.exec(source)?.[0] ?? ''
    return (
      !/\b(ownMeta|publicMeta)\(/.test(meta) ||
      /\btitle: [`'"][^\n]*｜畝と皿/.test(meta.replace(/publicMeta\([\s\S]*/, ''))
    )
  })
  expect(without.map(({ file }) => file)).toEqual([])
})

test('a private page says in its description what its title or its author says, and is not for search engines', () => {
  expect(ownMeta('かご')).toEqual([
    { title: 'かご｜畝と皿' },
    { name: 'description', content: '飲食店と生産者の市場「畝と皿」の「かご」の画面です。' },
    { name: 'robots', content: 'noindex' },
  ])
  expect(ownMeta('かご', '注文に進みます。')).toContainEqual({ name: 'description', content: '注文に進みます。' })
})
