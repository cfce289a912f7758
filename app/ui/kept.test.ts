import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { CurrentPathContext, useCurrentPath } from './current-path.ts'
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

test('a row of a table is kept without its table, with its role', () => {
  const cells = ({ name, count }: Of) => [createElement('th', { key: 1 }, name), createElement('td', { key: 2 }, count)]
  const of = { name: '白菜', count: 4 }
  const row = () => renderToString(createElement(Kept<Of>, { as: 'tr', role: 'row', 'data-row': '1', part: cells, of }))
  const plain = row()
  writeKeptPartsBy(renderToString)
  expect([row(), row()]).toEqual([plain, plain])
  expect(plain).toBe('<tr role="row" data-row="1"><th>白菜</th><td>4</td></tr>')
})

const here = vi.fn(() => createElement('i', { title: useCurrentPath() }, useCurrentPath()))
const outer = () => createElement(Kept<object>, { part: here, of: {}, here: useCurrentPath() })
const pageAt = (address: string) =>
  renderToString(
    createElement(
      CurrentPathContext,
      { value: address },
      createElement(Kept<object>, { part: outer, of: {}, here: address }),
    ),
  )

test('a part that returns to its page, also one inside another, is written once for all pages', () => {
  const addresses = ['/restaurant', '/restaurant/products?q=<b>\'1\'&on="2"', "/restaurant/products?q=$&$'"]
  const plain = addresses.map(pageAt)
  here.mockClear()
  writeKeptPartsBy(renderToString)
  expect(addresses.map(pageAt)).toEqual(plain)
  expect(here).toHaveBeenCalledTimes(1)
})

test('a part that uses the address of its page without stating it shows no address of another page', () => {
  writeKeptPartsBy(renderToString)
  const unstated = () => createElement('u', null, useCurrentPath())
  const html = renderToString(
    createElement(
      CurrentPathContext,
      { value: '/restaurant/cart' },
      createElement(Kept<object>, { part: unstated, of: {} }),
    ),
  )
  expect(html).not.toContain('/restaurant')
})

test('a part that is not to be kept is written each time', () => {
  writeKeptPartsBy(renderToString)
  for (const _ of ['first', 'again'])
    renderToString(createElement(Kept<Of>, { part, of: { name: '里芋', count: 1 }, keeps: false }))
  expect(part).toHaveBeenCalledTimes(2)
})
