import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readRouteList, splitRouteList } from '../../scripts/route-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'route-list-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const list = {
  entry: { module: '/assets/entry.js', imports: ['/assets/a.js'] },
  routes: {
    root: { id: 'root', module: '/assets/root.js', imports: ['/assets/a.js', '/assets/b.js'] },
    page: { id: 'page', module: '/assets/page.js', imports: ['/assets/b.js'], css: ['/assets/page.css'] },
    file: { id: 'file', module: '/assets/file.js', imports: [] },
  },
}

test('the list of routes leaves out what each imports, which a table beside it says', async () => {
  const [before, file] = [join(folder, 'manifest-old.js'), join(folder, 'manifest-1.js')]
  writeFileSync(before, 'window.__reactRouterManifest={};')
  utimesSync(before, 1, 1)
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(list)};`)

  splitRouteList(folder)

  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^window\.__reactRouterManifest=\{.*\};$/)
  expect(text).toContain('"page":{"id":"page","module":"/assets/page.js","css":["/assets/page.css"]}')
  expect(readFileSync(join(folder, 'route-imports-1.js'), 'utf8')).toBe(
    'export default {"files":["/assets/a.js","/assets/b.js"],"routes":{"root":[0,1],"page":[1],"file":[]}}',
  )
  expect(readRouteList(folder)).toEqual(list)
})
