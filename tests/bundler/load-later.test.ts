import { describe, expect, test } from 'vitest'
import { splitOff, withStylesOf } from '../../scripts/load-later.ts'

const inBrowser = (code: string) => splitOff(code, '/app/page.tsx?route', true)
const onServer = (code: string) => splitOff(code, '/app/page.tsx', false)

describe('an import that asks to be loaded later', () => {
  const code = `import Part from './part.tsx' with { load: 'later' }\nexport const page = <Part of="here" />\n`

  test('is any other import on the server', () => {
    expect(onServer(code)).toEqual({
      code: `import Part from './part.tsx'\nexport const page = <Part of="here" />\n`,
      sources: ['./part.tsx'],
    })
  })

  test('is a component whose script comes later in the browser', () => {
    const { code: written, sources } = inBrowser(code)
    expect(sources).toEqual(['./part.tsx'])
    expect(written).toBe(
      "import { lazyPart as loadPart } from '#ui/lazy-part.ts'; const Part = loadPart(() => import('./part.tsx')" +
        '.then((it) => ({ default: it.default })));\nexport const page = <Part of="here" />\n',
    )
  })

  test('may name what it wants, under a name of its own', () => {
    const { code: written } = inBrowser(`import { Foot as Footer } from '#ui/foot.tsx' with { load: 'later' }`)
    expect(written).toContain('const Footer = loadFooter(')
    expect(written).toContain("import('#ui/foot.tsx').then((it) => ({ default: it.Foot }))")
  })

  test('may rather fail than wait for ever', () => {
    const { code: written } = inBrowser(`import Part from './part.tsx' with { load: 'later-or-fail' }`)
    expect(written).toMatch(/^import \{ lazy as loadPart \} from 'react'; const Part = loadPart\(/)
  })

  test('keeps the numbers of the lines after it', () => {
    const long = `import {\n  Part,\n} from './part.tsx' with {\n  load: 'later',\n}\nconst sixth = 6\n`
    for (const { code: written } of [inBrowser(long), onServer(long)])
      expect(written.split('\n').indexOf('const sixth = 6')).toBe(5)
  })

  test('leaves every other import as it is', () => {
    const others = `import data from './data.json' with { type: 'json' }\nimport { Part } from './part.tsx'\n`
    expect(inBrowser(others)).toEqual({ code: others, sources: [] })
  })

  test('is refused when it asks for what there is not', () => {
    expect(() => inBrowser(`import Part from './part.tsx' with { load: 'soon' }`)).toThrow("'soon'")
    expect(() => inBrowser(`import { A, B } from './part.tsx' with { load: 'later' }`)).toThrow('./part.tsx')
    expect(() => inBrowser(`import * as all from './part.tsx' with { load: 'later' }`)).toThrow('./part.tsx')
  })
})

describe('the styles of later parts', () => {
  const chunk = (file: string, more: object = {}) => ({ file, ...more })

  test('stand with those of the page, with all that the parts import and load later themselves', () => {
    const manifest = {
      'app/page.tsx': chunk('page.js', { css: ['page.css'], dynamicImports: ['app/part.tsx', 'app/dialog.tsx'] }),
      'app/part.tsx': chunk('part.js', {
        css: ['part.css'],
        imports: ['_field.js'],
        dynamicImports: ['app/inner.tsx'],
      }),
      'app/inner.tsx': chunk('inner.js', { css: ['inner.css', 'page.css'], imports: ['app/page.tsx'] }),
      'app/dialog.tsx': chunk('dialog.js', { css: ['dialog.css'] }),
      '_field.js': chunk('field.js', { css: ['field.css'] }),
    }
    const written = withStylesOf(new Set(['app/part.tsx', 'app/inner.tsx']), manifest)
    expect(written['app/page.tsx']?.css).toEqual(['page.css', 'part.css', 'field.css', 'inner.css'])
    expect(written['app/part.tsx']?.css).toEqual(['part.css', 'inner.css', 'page.css'])
    // of no component that is loaded later: fetched when it is opened
    expect(written['app/dialog.tsx']).toEqual(manifest['app/dialog.tsx'])
    expect(written['_field.js']).toEqual(manifest['_field.js'])
  })
})
