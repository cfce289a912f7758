import { expect, test } from 'vitest'
import { newId, parseId } from './ids.ts'

test('ids are different, sort by when they were made, and are read back', () => {
  const ids = Array.from({ length: 1_000 }, () => newId<'order'>())
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => parseId<'order'>(id) === id)).toBe(true)
})

test('capitals are the same id', () => {
  const id = newId<'order'>()
  expect(parseId(id.toUpperCase())).toBe(id)
})

test.each([
  '',
  'x',
  '1',
  'null',
  '00000000-0000-0000-0000-000000000000',
  '019ab3c4-1111-7222-8333-44445555666',
  '019ab3c4-1111-7222-8333-444455556666 ',
  '019ab3c4-1111-7222-c333-444455556666',
  '019ab3c411117222833344445555666a',
  `019ab3c4-1111-7222-8333-444455556666' or 1=1`,
  '../../etc/passwd',
  12,
  null,
  undefined,
  ['019ab3c4-1111-7222-8333-444455556666'],
])('%j is no id', (text) => {
  expect(parseId(text)).toBeNull()
})
