import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every module that makes the cells of a CSV file. */
const files = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => /\bCsvCell\b/.test(text))

test.each(files)('$file writes no day or moment without its year', ({ text }) => {
  const [, formats = ''] = /import \{([^}]*)\} from '#kernel\/format\.ts'/.exec(text) ?? []
  expect(formats).not.toMatch(/\bformat(Day|ShortDay|Moment|Deadline)\b/)
})
