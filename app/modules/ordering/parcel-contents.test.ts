import { expect, test } from 'vitest'
import type { Temperature } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import type { OrderLine } from './order.ts'
import { contentsAfter, type PackFacts, proposeContents } from './parcel-contents.ts'
import { parcelSizes } from './parcel-sizes.ts'

const aBox = (temperature: Temperature = 'chilled') => ({ id: newId<'parcel'>(), temperature })
const aLine = (qty: number, temperature: Temperature = 'chilled') =>
  ({
    id: newId<'orderLine'>(),
    temperature,
    quantities: { ordered: { qty, grams: null }, confirmed: null, shipped: null, received: null, billed: null },
  }) as OrderLine
const facts = (lines: readonly OrderLine[], over = {}): PackFacts =>
  new Map(lines.map(({ id }) => [id, { sizePoints: 60, grossGrams: grams(1_000), ...over }]))

test('the proposal is the plan by which the freight was calculated', () => {
  const [first, second] = [aBox(), aBox()]
  const line = aLine(4)
  const proposed = proposeContents([first, second], [line], facts([line]))
  // 170 points are two of 60
  expect([proposed.get(first.id), proposed.get(second.id)]).toEqual([
    [{ lineId: line.id, qty: 2 }],
    [{ lineId: line.id, qty: 2 }],
  ])
})

test('what has a carton of its own is proposed alone', () => {
  const boxes = [aBox(), aBox(), aBox()]
  const [own, other] = [aLine(2), aLine(1)]
  const all = new Map([...facts([own], { ownCarton: true }), ...facts([other], { sizePoints: 1 })])
  const proposed = proposeContents(boxes, [own, other], all)
  expect(boxes.map(({ id }) => proposed.get(id)?.map(({ qty }) => qty))).toEqual([[1], [1], [1]])
})

test('with fewer parcels than the plan has, and with none of a temperature, nothing is left out', () => {
  const [only] = [aBox('ambient')]
  const lines = [aLine(4), aLine(1, 'frozen')]
  expect(proposeContents([only], lines, facts(lines)).get(only.id)).toEqual([
    { lineId: lines[0]?.id, qty: 4 },
    { lineId: lines[1]?.id, qty: 1 },
  ])
})

test('less is taken out of the last parcels, more goes into the last one that has the line', () => {
  const line = aLine(5)
  const boxes = [3, 4].map((qty) => ({ ...aBox(), contents: [{ lineId: line.id, qty }] }))
  const qtys = (after: ReturnType<typeof contentsAfter>) => boxes.map(({ id }) => after.get(id)?.map(({ qty }) => qty))
  expect(qtys(contentsAfter(boxes, [line]))).toEqual([[3], [2]])
  expect(qtys(contentsAfter(boxes, [{ ...line, ...aLine(2), id: line.id }]))).toEqual([[2], []])
  expect(qtys(contentsAfter(boxes, [{ ...line, ...aLine(9), id: line.id }]))).toEqual([[3], [6]])
})

test('sizes are listed grouped', () => {
  const sizes = [...Array.from({ length: 17 }, () => 160), 140].map((sizeClass) => ({ sizeClass }))
  expect(parcelSizes(sizes)).toBe('160サイズ×17、140サイズ×1')
})
