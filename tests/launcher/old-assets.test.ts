import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placesIn, putAside, putBack } from '../../scripts/old-assets.ts'

const day = 24 * 3600 * 1000
const start = Date.parse('2026-11-24T10:00:00+09:00')

/** `release` builds as React Router does, which removes the folder `build`. */
function aRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'old-assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const places = placesIn(folder)
  const release = (nowMs: number, files: Record<string, string>) => {
    putAside(places)
    rmSync(join(folder, 'build'), { recursive: true, force: true })
    mkdirSync(places.assets, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(places.assets, name), text)
    putBack(nowMs, places)
    return readdirSync(places.assets).sort()
  }
  return { places, release }
}

test('an asset stays for 30 days after it was replaced, however long it was in use', () => {
  const { release } = aRepository()
  expect(release(start, { 'a-1.js': '1', 'b-1.js': '1' })).toEqual(['a-1.js', 'b-1.js'])
  expect(release(start + 100 * day, { 'a-2.js': '2', 'b-1.js': '1' })).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
  expect(release(start + 129 * day, { 'a-3.js': '3', 'b-1.js': '1' })).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'b-1.js'])
  expect(release(start + 130 * day, { 'a-4.js': '4', 'b-1.js': '1' })).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'b-1.js'])
})

test('what comes back into use is not old any more', () => {
  const { release } = aRepository()
  release(start, { 'a-1.js': '1' })
  release(start + day, { 'a-2.js': '2' })
  release(start + 20 * day, { 'a-1.js': '1' })
  expect(release(start + 40 * day, { 'a-3.js': '3' })).toContain('a-1.js')
})

test('the new file wins, and a build that broke off loses nothing', () => {
  const { release, places } = aRepository()
  release(start, { 'a-1.js': 'old' })
  putAside(places)
  expect(release(start + day, { 'a-2.js': '2' })).toEqual(['a-1.js', 'a-2.js'])
  expect(release(start + 2 * day, { 'a-1.js': 'new' })).toEqual(['a-1.js', 'a-2.js'])
  expect(readFileSync(join(places.assets, 'a-1.js'), 'utf8')).toBe('new')
})

test('what was compressed stays with its file: the new one may have other contents', () => {
  const { release } = aRepository()
  release(start, { 'a-1.js': '1', 'a-1.js.br': 'packed 1', 'b-1.js': '1', 'b-1.js.br': 'packed 1' })
  expect(release(start + day, { 'b-1.js': '2' })).toEqual(['a-1.js', 'a-1.js.br', 'b-1.js'])
})
