import { expect, test, vi } from 'vitest'
import { readsUntilChange } from '../../server/shared-reads.ts'

function someReads() {
  const changes = { number: 1, isHeard: true }
  const reads = readsUntilChange({
    version: () => changes.number,
    isCurrent: async () => changes.isHeard,
    close: async () => {},
  })
  return { changes, reads }
}

test('a value is read once for all viewers until something changes', async () => {
  const { changes, reads } = someReads()
  const read = vi.fn(async () => read.mock.calls.length)
  expect(await Promise.all([1, 2, 3].map(() => reads('harvest', read)))).toEqual([1, 1, 1])
  expect(await reads('other', read)).toBe(2)
  changes.number += 1
  expect(await reads('harvest', read)).toBe(3)
  expect(await reads('harvest', read)).toBe(3)
})

test('it is read anew while changes cannot be heard, and after a failure', async () => {
  const { changes, reads } = someReads()
  const read = vi.fn(async () => read.mock.calls.length)
  await reads('harvest', read)
  changes.isHeard = false
  expect(await reads('harvest', read)).toBe(2)
  changes.isHeard = true
  expect(await reads('harvest', read)).toBe(1)
  await expect(reads('broken', async () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await reads('broken', read)).toBe(3)
})
