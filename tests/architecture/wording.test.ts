import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The table of docs/wording.md: what is not written, and what is written instead. */
const rows = [...readFileSync('docs/wording.md', 'utf8').matchAll(/^\| (\S+) \| (\S+) \|$/gm)].flatMap(
  ([, not = '', but = '']) => (/[^\p{ASCII}]/u.test(not) ? [{ not: patternOf(not), but }] : []),
)

/** What users type, headings of old files, and texts that users have agreed to: they change with their next version. */
const others = [
  'app/kernel/kana.ts',
  'app/modules/products/product-csv.ts',
  'content/{law,privacy-policy,user-policy}.md',
  'content/{earlier/*,README}.md',
]

const files = globSync(['app/**/*.{ts,tsx}', 'server/**/*.ts', 'content/**/*.md', 'public/**/*.{html,js}'], {
  exclude: ['**/*.test.*', 'app/routes/dev/**', ...others],
})

test('no text uses a word that the wording guide replaces', () => {
  expect(rows.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        rows.flatMap(({ not, but }) => {
          const word = not.exec(line)?.[0]
          return word === undefined ? [] : [`${file}:${at + 1} ${word} → ${but}`]
        }),
      ),
  )
  expect(found).toEqual([])
})

function patternOf(word: string): RegExp {
  const pattern = /^\/(.+)\/$/.exec(word)?.[1]
  return new RegExp(pattern ?? word, 'u')
}
