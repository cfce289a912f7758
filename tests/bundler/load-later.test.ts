import { describe, expect, test } from 'vitest'
import { partFiles, splitOff, withStylesOf } from '../../scripts/load-later.ts'

const fileOf = async (source: string) => source.replace('./', 'app/').replace('#', 'app/')
const inBrowser = (code: string) => splitOff(code, '/app/page.tsx?route', true, fileOf)
const onServer = (code: string) => splitOff(code, '/app/page.tsx', false, fileOf)

describe('an import that asks to be loaded later', () => {
  const code = `import Part from './part.tsx' with { load: 'later' }\nexport const page = <Part of="here" />\n`

  test('is a component on the server that says in the page that it was sent', async () => {
    const { code: written, found } = await onServer(code)
    const [{ part, file } = {}] = found
    expect(file).toBe('app/part.tsx')
    expect(written).toBe(
      "import { default as itsPart } from './part.tsx'; import { sentPart as sendPart } from '#ui/sent-parts.tsx'; " +
        `const Part = sendPart('${part}', itsPart);\nexport const page = <Part of="here" />\n`,
    )
  })

  test('is a component whose script comes later in the browser', async () => {
    const { code: written, found } = await inBrowser(code)
    expect(found).toEqual((await onServer(code)).found)
    const part = found[0]?.part
    expect(written).toBe(
      "import { laterPart as loadPart } from '#ui/later-part.ts'; " +
        `const Part = loadPart('${part}', () => import('./part.tsx')` +
        '.then((it) => ({ default: it.default })));\nexport const page = <Part of="here" />\n',
    )
  })

  test('may name what it wants, under a name of its own', async () => {
    const footer = `import { Foot as Footer } from '#ui/foot.tsx' with { load: 'later' }`
    const { code: written, found } = await inBrowser(footer)
    expect(written).toContain('const Footer = loadFooter(')
    expect(written).toContain("import('#ui/foot.tsx').then((it) => ({ default: it.Foot }))")
    const foot = await inBrowser(`import { Foot } from '#ui/foot.tsx' with { load: 'later' }`)
    const head = await inBrowser(`import { Head } from '#ui/foot.tsx' with { load: 'later' }`)
    expect(foot.found).toEqual(found)
    expect(head.found).not.toEqual(found)
    expect((await onServer(footer)).code).toContain("import { Foot as itsFooter } from '#ui/foot.tsx';")
  })

  test('may rather fail than wait for ever', async () => {
    const { code: written } = await inBrowser(`import Part from './part.tsx' with { load: 'later-or-fail' }`)
    expect(written).toMatch(
      /^import \{ laterPartOrFail as loadPart \} from '#ui\/later-part.ts'; const Part = loadPart\(/,
    )
  })

  test('keeps the numbers of the lines after it', async () => {
    const long = `import {\n  Part,\n} from './part.tsx' with {\n  load: 'later',\n}\nconst sixth = 6\n`
    for (const { code: written } of [await inBrowser(long), await onServer(long)])
      expect(written.split('\n').indexOf('const sixth = 6')).toBe(5)
  })

  test('leaves every other import as it is', async () => {
    const others = `import data from './data.json' with { type: 'json' }\nimport { Part } from './part.tsx'\n`
    expect(await inBrowser(others)).toEqual({ code: others, found: [] })
  })

  test('is refused when it asks for what there is not', async () => {
    for (const split of [inBrowser, onServer]) {
      await expect(split(`import Part from './part.tsx' with { load: 'soon' }`)).rejects.toThrow("'soon'")
      await expect(split(`import { A, B } from './part.tsx' with { load: 'later' }`)).rejects.toThrow('./part.tsx')
      await expect(split(`import * as all from './part.tsx' with { load: 'later' }`)).rejects.toThrow('./part.tsx')
    }
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

describe('the files of later parts', () => {
  test('are those with all that they import, once each, in the order of their importing', () => {
    const manifest = {
      'app/part.tsx': {
        file: 'assets/part.js',
        imports: ['_field.js', '_shell.js'],
        dynamicImports: ['app/inner.tsx'],
      },
      'app/inner.tsx': { file: 'assets/inner.js' },
      '_field.js': { file: 'assets/field.js', imports: ['_shell.js'] },
      '_shell.js': { file: 'assets/shell.js' },
    }
    const fileOfPart = new Map([
      ['a', 'app/part.tsx'],
      ['b', 'app/inner.tsx'],
    ])
    expect(partFiles(fileOfPart, manifest)).toEqual({
      a: ['/assets/part.js', '/assets/field.js', '/assets/shell.js'],
      b: ['/assets/inner.js'],
    })
  })
})
