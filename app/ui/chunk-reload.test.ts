import { expect, test } from 'vitest'
import { mayReload } from './chunk-reload.ts'
import { chunkReload } from './constants.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const start = Date.parse('2026-11-24T10:00:00+09:00')

test('a missing part reloads once a minute', () => {
  const storage = memory()
  const allowed = [0, 1, chunkReload.atMostEvery - 1, chunkReload.atMostEvery, chunkReload.atMostEvery + 1].map((ms) =>
    mayReload(storage, start + ms, true),
  )
  expect(allowed).toEqual([true, false, false, true, false])
})

test('without a signal it does not, and does not count', () => {
  const storage = memory()
  expect(mayReload(storage, start, false)).toBe(false)
  expect(mayReload(storage, start, true)).toBe(true)
})

test('where nothing can be kept it does not, for it would never end', () => {
  const closed = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  expect(mayReload({ getItem: closed, setItem: closed }, start, true)).toBe(false)
  expect(mayReload({ getItem: () => null, setItem: closed }, start, true)).toBe(false)
})
