import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { jstDateOf } from '../../app/kernel/jst.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { pageSlugs } from '../../app/modules/content/pages.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call } = anApi(database)

const files = readdirSync('content')
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => readPageFile(name, readFileSync(`content/${name}`, 'utf8')))

beforeAll(() => takeInPages(database.db, files, noon))

test.each(pageSlugs)('%s is public, as HTML and as Markdown', async (slug) => {
  const { status, body } = await call('GET', `/pages/${slug}`)
  expect(status).toBe(200)
  const file = files.find((it) => it.slug === slug)
  if (!file) throw new Error(`no page ${slug}`)
  const { number: version, effectiveOn } = file

  // a new installation shows its first version, also before it is in force
  const planned = effectiveOn > jstDateOf(noon) ? [expect.objectContaining({ version, effectiveOn })] : []
  expect(body).toMatchObject({ slug, version, effectiveOn, planned })
  expect(body.html).toContain('<h2 id="')
  expect(body.markdown).toContain('## ')
  expect(body.markdown).not.toContain('{{')
})

test('a page that is not there is not found', async () => {
  expect((await call('GET', '/pages/no-such-page')).status).toBe(404)
  expect((await call('GET', `/pages/${'a'.repeat(61)}`)).status).toBe(404)
})
