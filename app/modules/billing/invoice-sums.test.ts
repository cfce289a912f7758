import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { PrintedSlip } from '#modules/issued-documents/document-content.ts'
import { taxFromInclusive, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { invoiceSums, partsOf } from './invoice-sums.ts'

const registered = 'T7000012050002'

type Sold = readonly (readonly [percent: number, yen: number])[]
function slip(on: string, sold: Sold, more: Partial<PrintedSlip> = {}): PrintedSlip {
  const tax = taxOfDocument(sold.map(([percent, amount]) => ({ percent, amountYen: yen(amount) })))
  const untaxedYen = more.untaxedYen ?? yen(0)
  return {
    orderId: newId<'order'>(),
    number: '261124-00001-1',
    kind: 'sale',
    suppliedOn: jstDate(on),
    bookedOn: jstDate(on),
    farmId: newId<'farm'>(),
    farm: '佐藤農園',
    farmNumber: registered,
    kitchen: '本店',
    reason: '',
    lines: [],
    freightYen: yen(0),
    untaxedYen,
    perRate: tax.perRate,
    totalYen: yen(tax.totalIncYen + untaxedYen),
    ...more,
  }
}

const documentTax = (percent: number, ...amounts: number[]) =>
  taxOfDocument(amounts.map((amount) => ({ percent, amountYen: yen(amount) }))).taxYen
const inclusive = (...gross: [percent: number, yen: number][]) =>
  gross.map(([percent, amount]) => taxFromInclusive(yen(amount), percent))
const billedTax = (...slips: Sold[]) =>
  invoiceSums(slips.map((sold) => slip('2026-11-05', sold))).sales.map(({ percent, taxYen }) => [percent, taxYen])
const deductible = (suppliedOn: string) =>
  invoiceSums([slip(suppliedOn, [[8, 10_000]], { farmNumber: null })]).unregistered.map(
    ({ totalYen, taxPartYen, deductiblePercent }) => [totalYen, (taxPartYen * deductiblePercent) / 100],
  )
const [seller, otherSeller]: [Sold, Sold] = [
  [
    [10, 11_345],
    [8, 9_987],
  ],
  [
    [10, 12_549],
    [8, 12_345],
  ],
]

/**
 * What 国税庁 インボイスQ&A says of rounding and of unregistered sellers, by the number of the question, rounded down. Where the
 * question states a rule without an amount (問67, 問113), the amount is ours.
 */
test.each<[question: string, what: string, ours: unknown, theirs: unknown]>([
  ['問54', '¥88,000 at 10 % and ¥43,200 at 8 %, with tax', inclusive([10, 88_000], [8, 43_200]), [8_000, 3_200]],
  ['問57', '¥60,000 at 10 % and ¥40,000 at 8 %, with tax', inclusive([10, 60_000], [8, 40_000]), [5_454, 2_962]],
  ['問57', 'three lines of ¥105 are rounded once, not each (30)', documentTax(10, 105, 105, 105), 31],
  ['問57', 'four lines of food are rounded once, not each (75)', documentTax(8, 198, 247, 131, 389), 77],
  ['問67', 'each 納品書 is rounded, and the 請求書 adds', billedTax([[10, 105]], [[10, 105]]), [[10, 20]]],
  [
    '媒介者交付特例',
    'one document of an agent may be rounded once over its sellers',
    [documentTax(10, 11_345, 12_549), documentTax(8, 9_987, 12_345)],
    [2_389, 1_786],
  ],
  [
    '代理交付',
    'kept apart, each seller is rounded; so are our slips, one yen less each',
    billedTax(seller, otherSeller),
    [
      [8, 798 + 987],
      [10, 1_134 + 1_254],
    ],
  ],
  ['問113', '80 % of the tax in ¥10,800 until 2026-09-30', deductible('2026-09-30'), [[10_800, 640]]],
  ['問113', '70 % from 2026-10-01', deductible('2026-10-01'), [[10_800, 560]]],
  ['問113', '50 % from 2028-10-01', deductible('2028-10-01'), [[10_800, 400]]],
  ['問113', '30 % from 2030-10-01', deductible('2030-10-01'), [[10_800, 240]]],
  ['問113', 'nothing from 2031-10-01', deductible('2031-10-01'), [[10_800, 0]]],
])('%s: %s', (_question, _what, ours, theirs) => {
  expect(ours).toEqual(theirs)
})

test('goods of 100,000 with freight of 3,000 come to 111,300', () => {
  const sums = invoiceSums([
    slip('2026-11-05', [
      [8, 100_000],
      [10, 3_000],
    ]),
  ])
  expect(sums).toMatchObject({ periodYen: 111_300, returns: [], unregistered: [], untaxedYen: 0 })
})

test('of an unregistered seller 80 % are deductible until 2026-09-30 and 70 % after it', () => {
  const none = { farmNumber: null }
  const sums = invoiceSums([
    slip('2026-09-30', [[8, 10_000]], none),
    slip('2026-10-01', [[8, 10_000]], none),
    slip(
      '2026-10-01',
      [
        [8, 10_000],
        [10, 1_000],
      ],
      none,
    ),
  ])
  expect(sums.sales).toEqual([])
  expect(sums.unregistered).toEqual([
    { percent: 8, deductiblePercent: 80, totalYen: 10_800, taxPartYen: 800 },
    { percent: 8, deductiblePercent: 70, totalYen: 21_600, taxPartYen: 1_600 },
    { percent: 10, deductiblePercent: 70, totalYen: 1_100, taxPartYen: 100 },
  ])
})

test('three rates in one month', () => {
  const sums = invoiceSums([
    slip('2027-03-31', [
      [8, 999],
      [10, 999],
    ]),
    slip('2027-04-01', [[1, 999]]),
  ])
  expect(sums.sales).toEqual([
    { percent: 1, baseYen: 999, taxYen: 9 },
    { percent: 8, baseYen: 999, taxYen: 79 },
    { percent: 10, baseYen: 999, taxYen: 99 },
  ])
})

test('a farm that loses its registration inside the month is in both blocks', () => {
  const sums = invoiceSums([slip('2026-11-10', [[8, 5_000]]), slip('2026-11-20', [[8, 5_000]], { farmNumber: null })])
  expect(sums.sales).toEqual([{ percent: 8, baseYen: 5_000, taxYen: 400 }])
  expect(sums.unregistered).toEqual([{ percent: 8, deductiblePercent: 70, totalYen: 5_400, taxPartYen: 400 }])
})

test('a correction of an earlier month is a return, with the tax as it was rounded for it', () => {
  const sums = invoiceSums([
    slip('2026-11-10', [[8, 5_000]]),
    slip('2026-10-05', [[8, -999]], { kind: 'adjustment', bookedOn: jstDate('2026-11-12') }),
  ])
  expect(sums.sales).toEqual([{ percent: 8, baseYen: 5_000, taxYen: 400 }])
  expect(sums.returns).toEqual([{ percent: 8, baseYen: -999, taxYen: -79 }])
  expect(partsOf(sums)).toBe(sums.periodYen)
})

test('a fee of a late cancellation is outside of the tax', () => {
  const sums = invoiceSums([slip('2026-11-10', [], { kind: 'cancel_fee', untaxedYen: yen(1_500) })])
  expect(sums).toEqual({ sales: [], returns: [], unregistered: [], untaxedYen: 1_500, periodYen: 1_500 })
})
