import { expect, test } from 'vitest'
import { circleIn } from '../../scripts/shared-files.ts'

const file = (...imports: string[]) => ({ type: 'chunk', imports })

test('files that import each other are found, also by way of others', () => {
  expect(circleIn({ page: file('a'), a: file('b'), b: file('c'), c: file('a') })).toEqual(['a', 'b', 'c'])
  expect(circleIn({ page: file('page') })).toEqual(['page'])
})

test('files that two others import, styles and pictures are none', () => {
  expect(circleIn({ page: file('a', 'b'), a: file('c'), b: file('c'), c: file(), sheet: { type: 'asset' } })).toEqual(
    [],
  )
})
