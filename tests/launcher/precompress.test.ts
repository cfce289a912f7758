import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from '../../scripts/precompress.ts'

test('what is worth it is compressed beside the file, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'precompress-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = 'export const word = 1\n'.repeat(100)
  for (const name of ['a.js', 'b.js']) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'short.js'), 'export {}')
  writeFileSync(join(folder, 'photo.webp'), text)
  writeFileSync(join(folder, 'b.js.br'), 'of before')
  await precompress(folder)
  expect(readdirSync(folder).sort()).toEqual(
    ['a.js', 'a.js.br', 'a.js.gz', 'b.js', 'b.js.br', 'b.js.gz', 'photo.webp', 'short.js'].sort(),
  )
  const read = (name: string) => readFileSync(join(folder, name))
  expect(brotliDecompressSync(read('a.js.br')).toString()).toBe(text)
  expect(gunzipSync(read('a.js.gz')).toString()).toBe(text)
  expect(read('b.js.br').toString()).toBe('of before')
})
