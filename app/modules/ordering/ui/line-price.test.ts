import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { LinePrice } from './line-price.tsx'

type Line = Parameters<typeof LinePrice>[0]['line']

const text = (line: Partial<Line>) =>
  renderToStaticMarkup(
    createElement(LinePrice, {
      line: { priceYen: yen(1_400), priceWhy: null, listYen: null, catchWeight: false, unitLabel: '箱', ...line },
    }),
  ).replace(/<[^>]*>/g, '')

test.each([
  ['older than the reasons', {}, '¥1,400/箱'],
  ['at the list price', { priceWhy: 'list', listYen: yen(1_400) }, '¥1,400/箱'],
  ['by the number', { priceWhy: 'tier', listYen: yen(1_500) }, '¥1,400/箱 まとめ買い（通常 ¥1,500）'],
  [
    'at the restaurant’s own price, by weight',
    { priceWhy: 'own', listYen: yen(1_500), catchWeight: true },
    '¥1,400/kg お得意さま価格（通常 ¥1,500）',
  ],
] as const)('a line %s', (_, line, expected) => {
  expect(text(line)).toBe(expected)
})
