import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paintedFirst } from './first-paint.server.ts'
import { withHashes } from './script-hashes.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-paint-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app-1.css'), '.a{top:0}.b{top:1px}')
  await writeFile(join(folder, 'assets/part-1.css'), '.a{left:0}.c{left:1px}')
  await mkdir(join(folder, '.vite'))
  const files = { outer: ['/assets/outer-1.js', '/assets/x-1.js'], inner: ['/assets/inner-1.js', '/assets/outer-1.js'] }
  await writeFile(join(folder, '.vite/later-parts.json'), JSON.stringify(files))
})
afterAll(() => rm(folder, { recursive: true }))

const page = `<html><head><meta charSet="utf-8"/>
<link rel="preload" as="image" href="/pictures/first.webp" fetchPriority="high"/>
<link rel="modulepreload" href="/assets/x-1.js" nonce="n"/><link rel="modulepreload" href="/assets/y-1.js" nonce="n"/>
<link rel="stylesheet" href="/assets/app-1.css"/><link nonce="n" rel="stylesheet" href="/assets/part-1.css#"/><title>畝</title></head>
<body class="a"><script nonce="n">1</script><script nonce="n" type="module" async="">import "/assets/x-1.js"</script></body></html>`

test('styles of the page stand in it, in the order of its sheets; scripts are text', () => {
  const html = paintedFirst(page, { clientFolder: folder, nonce: 'n', isShared: false, parts: ['outer', 'inner'] })
  expect(html).toContain('<style>.a{top:0}.a{left:0}</style>')
  expect(html).toContain('<link disabled="" rel="alternate stylesheet" href="/assets/app-1.css"/>')
  expect(html).toContain('<link disabled="" nonce="n" rel="alternate stylesheet" href="/assets/part-1.css#"/>')
  expect(html).toContain(
    '<noscript><link rel="stylesheet" href="/assets/app-1.css"/><link rel="stylesheet" href="/assets/part-1.css#"/></noscript></head>',
  )
  expect(html).not.toContain('modulepreload')
  expect(html).toContain('<link rel="expect" href="#page-end" blocking="render"/>')
  expect(html).toContain(
    '<script nonce="n" type="text/plain" id="page-end" data-start="/assets/x-1.js /assets/y-1.js"' +
      ' data-later="/assets/outer-1.js /assets/inner-1.js" data-parts="outer inner">import "/assets/x-1.js"</script>',
  )
  expect(html).toContain('<link rel="preload" as="image" href="/pictures/first.webp" fetchPriority="high"/>')
})

test('a page without scripts, and what a user has typed, stay as they are', () => {
  const still =
    '<html><head><title>&lt;link rel="stylesheet"&gt;</title></head><body>$1 $&amp; type="module"</body></html>'
  expect(paintedFirst(still, { clientFolder: folder, nonce: 'n', isShared: true, parts: [] })).toBe(still)
})

test('a page for visitors names its scripts for when they are wanted, and its policy allows all that is in it', () => {
  const hashesOf = (html: string) => withHashes(html, 'n').sources.split(' ')
  const html = paintedFirst(page, { clientFolder: folder, nonce: 'n', isShared: true, parts: [] })
  expect(html).toContain(
    '<script nonce="n" type="text/plain" id="page-end" data-start="/assets/x-1.js /assets/y-1.js"' +
      ' data-later="" data-parts="" data-when-wanted="">',
  )
  expect(hashesOf(html)).toEqual(expect.arrayContaining(hashesOf(page)))
  expect(hashesOf(html)).toHaveLength(hashesOf(page).length + 1)
  expect(withHashes(html, 'n').html).not.toContain('nonce')
})
