import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/pack-built.mjs')

test('what was built is compressed once, and again after the next build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, 'build', name)
  mkdirSync(at('client'), { recursive: true })
  writeFileSync(at('client/a.js'), 'export const word = 1\n'.repeat(100))
  writeFileSync(at('.sources'), 'first')
  const pack = () => execFileSync(process.execPath, [script], { cwd: folder })

  pack()
  expect(readFileSync(at('.packed'), 'utf8')).toBe('first')
  expect(existsSync(at('client/a.js.br'))).toBe(true)

  rmSync(at('client/a.js.br'))
  pack()
  expect(existsSync(at('client/a.js.br'))).toBe(false)

  writeFileSync(at('.sources'), 'second')
  pack()
  expect(readFileSync(at('.packed'), 'utf8')).toBe('second')
  expect(existsSync(at('client/a.js.br'))).toBe(true)
})
