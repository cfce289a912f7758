import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { PrintedSlip } from '#modules/issued-documents/document-content.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
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

test('two sellers of the table of the tax agency: each slip is rounded, and the invoice adds', () => {
  const sums = invoiceSums([
    slip('2026-11-05', [
      [10, 11_345],
      [8, 9_987],
    ]),
    slip('2026-11-06', [
      [10, 12_549],
      [8, 12_345],
    ]),
  ])
  // 798 + 987 and 1,134 + 1,254: one yen less each than the tax of the sums
  expect(sums.sales).toEqual([
    { percent: 8, baseYen: 22_332, taxYen: 1_785 },
    { percent: 10, baseYen: 23_894, taxYen: 2_388 },
  ])
  expect(sums.periodYen).toBe(22_332 + 1_785 + 23_894 + 2_388)
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
