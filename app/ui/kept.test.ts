import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Kept, writeKeptPartsBy } from './kept.tsx'

type Of = { name: string; count: number }
const part = vi.fn(({ name, count }: Of) => createElement('b', null, name, count, '点'))
const page = (of: Of) => renderToString(createElement(Kept<Of>, { className: 'card', part, of }))

afterEach(() => {
  writeKeptPartsBy(null)
  part.mockClear()
})

test('what the server keeps is, byte for byte, what React writes in its place', () => {
  const plain = page({ name: 'トマト <1kg>', count: 3 })
  writeKeptPartsBy(renderToString)
  expect(page({ name: 'トマト <1kg>', count: 3 })).toBe(plain)
  expect(plain).toContain('<!-- -->')
})

test('a part is rendered once for the same properties, and again for others', () => {
  writeKeptPartsBy(renderToString)
  const [first, again, other] = [
    page({ name: '人参', count: 1 }),
    page({ name: '人参', count: 1 }),
    page({ name: '人参', count: 2 }),
  ]
  expect(part).toHaveBeenCalledTimes(2)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('two parts with equal properties are two parts', () => {
  writeKeptPartsBy(renderToString)
  const heading = ({ name }: Of) => createElement('h3', null, name)
  const of = { name: '大根', count: 1 }
  page(of)
  expect(renderToString(createElement(Kept<Of>, { part: heading, of }))).toContain('<h3>大根</h3>')
})
