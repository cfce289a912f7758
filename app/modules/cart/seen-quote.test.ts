import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { aCartFarm, aCartLine, quoteOf } from '../../../tests/factories/cart.ts'
import type { CartFarm, CartLine } from './quote.ts'
import { changesSince, seenOf } from './seen-quote.ts'

const carrots = aCartLine()
const leaves = aCartLine({ name: '小松菜' })
const farm = aCartFarm({ lines: [carrots, leaves] })
const other = aCartFarm({ lines: [aCartLine({ name: '大根' })] })
const seen = seenOf(quoteOf([farm, other]))

const now = (more: Partial<CartFarm>) => quoteOf([{ ...farm, ...more }, other])
const kinds = (quote: ReturnType<typeof quoteOf>) => changesSince(seen, quote).map(({ kind }) => kind)
const carrotsNow = (more: Partial<CartLine>) => now({ lines: [{ ...carrots, ...more }, leaves] })

test('what is as it was seen has not changed, and survives the way through the browser', () => {
  expect(changesSince(seen, quoteOf([farm, other]))).toEqual([])
  expect(changesSince(JSON.parse(JSON.stringify(seen)), quoteOf([other, farm]))).toEqual([])
})

test.each([
  ['a yen dearer', carrotsNow({ listYen: yen(1_501) }), ['price']],
  ['a yen cheaper', carrotsNow({ listYen: yen(1_499) }), ['price']],
  ['one more in another tab', carrotsNow({ qty: 2 }), ['quantity', 'freight']],
  ['one line less in another tab', now({ lines: [leaves] }), ['freight', 'removed']],
  ['one line more', now({ lines: [carrots, leaves, aCartLine({ name: '蕪' })] }), ['added', 'freight']],
  ['another day', now({ chosenDay: jstDate('2026-11-28') }), ['day']],
  ['no day any more', now({ chosenDay: jstDate('2026-11-29') }), ['day']],
  ['another slot', now({ chosenSlot: '18-20' }), ['day']],
  ['free freight', now({ freeFreightFromYen: yen(1) }), ['freight']],
  ['a dearer late cancellation', now({ lateCancelPercent: 30 }), ['late_cancel']],
  ['another class of tax only', carrotsNow({ taxKind: 'standard' }), ['total']],
  ['a farm is gone', quoteOf([farm]), ['removed']],
  ['everything is gone', quoteOf([]), ['removed', 'removed', 'removed']],
])('seen before, different now: %s', (_, quote, expected) => {
  expect(kinds(quote)).toEqual(expected)
})

test('what does not touch the order does not stop it', () => {
  expect(kinds(carrotsNow({ availableQty: 1, picture: 'other', seenPriceYen: yen(1) }))).toEqual([])
  expect(kinds(now({ note: '裏口へ', autoAccept: true }))).toEqual([])
})

test('a change says what was and what is', () => {
  expect(changesSince(seen, carrotsNow({ listYen: yen(1_600) }))).toEqual([
    { kind: 'price', productId: carrots.productId, name: '人参', before: 1_500, after: 1_600 },
  ])
  expect(changesSince(seen, now({ chosenDay: jstDate('2026-11-28') }))).toEqual([
    { kind: 'day', farmId: farm.farmId, name: '佐藤農園', before: '2026-11-26', after: '2026-11-28' },
  ])
})

test.each([
  ['a total made up in the browser', { ...seen, totalYen: 1 }, ['total']],
  ['prices made up in the browser', { ...seen, lines: seen.lines.map((it) => ({ ...it, priceYen: 1 })) }, ['price']],
  ['nothing seen at all', { totalYen: 0, lines: [], farms: [] }, ['added', 'day']],
  ['a slip without days and freight', { ...seen, farms: [] }, ['day']],
])('%s is rejected', (_, said, expected) => {
  expect([...new Set(changesSince(said, quoteOf([farm, other])).map(({ kind }) => kind))]).toEqual(expected)
})
