import { expect, test, vi } from 'vitest'
import { drawnOnce } from './drawn-once.ts'

const soon = (word: string) => vi.fn(() => Promise.resolve(word))

test('one that is known costs nothing, also while it is being drawn', async () => {
  const pictures = drawnOnce<string>({ kept: 2, waiting: 8 })
  const draw = soon('a')
  expect(await Promise.all([pictures('a', draw), pictures('a', draw)])).toEqual(['a', 'a'])
  expect(draw).toHaveBeenCalledOnce()
})

test('when too many wait a new one is turned away, and one that waits already is not', async () => {
  const pictures = drawnOnce<string>({ kept: 1, waiting: 2 })
  const [a, b] = [pictures('a', soon('a')), pictures('b', soon('b'))]
  const never = soon('c')
  expect(pictures('c', never)).toBeNull()
  expect(await pictures('a', never)).toBe('a')
  expect([await a, await b]).toEqual(['a', 'b'])
  expect(never).not.toHaveBeenCalled()
  await vi.waitFor(async () => expect(await pictures('c', soon('c'))).toBe('c'))
})

test('what was asked for last stays', async () => {
  const pictures = drawnOnce<string>({ kept: 2, waiting: 8 })
  for (const key of ['a', 'b', 'a', 'c']) await pictures(key, soon(key))
  const again = { a: soon('a'), b: soon('b') }
  await pictures('a', again.a)
  await pictures('b', again.b)
  expect(again.a).not.toHaveBeenCalled()
  expect(again.b).toHaveBeenCalledOnce()
})

test('one that failed does not stop the others, and is tried again', async () => {
  const pictures = drawnOnce<string>({ kept: 2, waiting: 8 })
  const failed = pictures('a', () => Promise.reject(new Error('no')))
  const other = pictures('b', soon('b'))
  await expect(failed).rejects.toThrow('no')
  expect(await other).toBe('b')
  expect(await pictures('a', soon('a'))).toBe('a')
})
