import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { endOfMonthBefore, payableOf, payOn, periodYen, type StatementSlip, statementOf } from './statement.ts'

const party = { name: 'みほん', postalCode: '', address: '', phone: '', registrationNumber: null }

type Goods = { goods: number; freight?: number; percent?: number; fee?: number; borne?: number; untaxed?: number }

/** A slip with its own tax, rounded once per rate, as the ledger records it. */
function aSlip({
  goods,
  freight = 0,
  percent = 8,
  fee = Math.floor(goods * 0.12),
  borne = 0,
  untaxed = 0,
}: Goods): StatementSlip {
  const tax = taxOfDocument([
    { amountYen: yen(goods), percent },
    { amountYen: yen(freight), percent: 10 },
  ])
  const totalYen = yen(tax.totalIncYen + untaxed)
  return {
    orderId: newId<'order'>(),
    number: newId(),
    kind: goods < 0 ? 'adjustment' : 'sale',
    suppliedOn: jstDate('2026-11-10'),
    bookedOn: jstDate('2026-11-12'),
    farmId: newId<'farm'>(),
    farm: '佐藤農園',
    farmNumber: null,
    restaurant: 'ビストロ 灯',
    kitchen: '本店',
    reason: '',
    lines: [],
    freightYen: yen(freight),
    untaxedYen: yen(untaxed),
    perRate: tax.perRate.filter(({ baseYen }) => baseYen !== 0),
    totalYen,
    farmYen: yen(totalYen + borne),
    feeYen: yen(fee),
  }
}

const statement = (slips: StatementSlip[], carried = 0) =>
  statementOf({
    issuer: party,
    to: party,
    terms: { payDay: 15 },
    fromOn: jstDate('2026-11-01'),
    toOn: jstDate('2026-11-30'),
    issuedOn: jstDate('2026-12-04'),
    slips,
    feePercent: 10,
    carriedYen: yen(carried),
    account: null,
  })

test('the worked example: 108,000 less a fee of 13,200', () => {
  const it = statement([aSlip({ goods: 100_000, fee: 12_000 })])
  expect(it.sales).toEqual([{ percent: 8, baseYen: 100_000, taxYen: 8_000 }])
  expect(it.fee).toEqual({ percent: 10, baseYen: 12_000, taxYen: 1_200 })
  // the example deducts a bank fee of 220 as well and pays 94,580; here the platform bears the transfer
  expect(it).toMatchObject({ grossYen: 108_000, netYen: 94_800, payOn: '2026-12-15', confirmBy: '2026-12-18' })
})

test('returns stand apart from sales, what we bore and what is not taxed have lines of their own', () => {
  const it = statement([
    aSlip({ goods: 10_000, freight: 1_300 }),
    aSlip({ goods: -1_050, fee: -126, borne: 1_134 }),
    aSlip({ goods: 0, fee: 0, untaxed: 500 }),
  ])
  expect(it.sales).toEqual([
    { percent: 8, baseYen: 10_000, taxYen: 800 },
    { percent: 10, baseYen: 1_300, taxYen: 130 },
  ])
  expect(it.returns).toEqual([{ percent: 8, baseYen: -1_050, taxYen: -84 }])
  expect(it).toMatchObject({ untaxedYen: 500, borneYen: 1_134, grossYen: 12_730 })
  // 1,200 - 126 of fee: the tax of 1,074 is rounded once
  expect(it.fee).toEqual({ percent: 10, baseYen: 1_074, taxYen: 107 })
  expect(it.netYen).toBe(12_730 - 1_074 - 107)
})

test('a month below zero pays nothing and is carried into the next one', () => {
  const first = statement([aSlip({ goods: -5_000, fee: -600 })])
  expect(first.netYen).toBe(-5_400 + 660)
  const next = statement([aSlip({ goods: 10_000 })], first.netYen)
  expect(next).toMatchObject({ carriedYen: -4_740, netYen: 10_800 - 1_320 - 4_740 })
  expect(periodYen(next)).toBe(10_800 - 1_320)
})

test('three rates in one month stay three', () => {
  const it = statement([1, 8, 10].map((percent) => aSlip({ goods: 1_000, percent })))
  expect(it.sales.map(({ percent, taxYen }) => [percent, taxYen])).toEqual([
    [1, 10],
    [8, 80],
    [10, 100],
  ])
})

test.each([
  ['2026-10-31', 15, '2026-11-13'],
  ['2026-11-30', 15, '2026-12-15'],
  ['2026-12-31', 15, '2027-01-15'],
  ['2027-04-30', 15, '2027-05-14'],
  ['2026-10-31', 25, '2026-11-25'],
  ['2027-01-31', 30, '2027-02-26'],
])('the month that ends on %s with the pay day %i is paid on %s', (toOn, payDay, day) => {
  expect(payOn(jstDate(toOn), { payDay })).toBe(day)
})

test.each([
  ['2026-12-04', '2026-11-30'],
  ['2027-03-01', '2027-02-28'],
  ['2028-03-31', '2028-02-29'],
])('on %s the last month ended on %s', (day, end) => {
  expect(endOfMonthBefore(jstDate(day))).toBe(end)
})

const amount = fc.integer({ min: -50_000, max: 200_000 })
const goods = fc.record({
  goods: amount,
  freight: fc.integer({ min: 0, max: 5_000 }),
  percent: fc.constantFrom(1, 8, 10),
  borne: fc.integer({ min: 0, max: 3_000 }),
  untaxed: fc.integer({ min: 0, max: 3_000 }),
})

test('a statement is its slips less the fee, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.array(goods, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: -9_000, max: 0 }),
      (given, carried) => {
        const slips = given.map(aSlip)
        const it = statement(slips, carried)
        const gross = sumYen(slips.map(({ farmYen }) => farmYen))
        const fee = sumYen(slips.map(({ feeYen }) => feeYen))
        expect(it.netYen).toBe(gross - fee - it.fee.taxYen + carried)
        expect(it.fee.taxYen).toBe(0 + Math.trunc(fee / 10))
        // every line that is printed, added up, is the gross
        const printed = [...it.sales, ...it.returns].reduce((sum, { baseYen, taxYen }) => sum + baseYen + taxYen, 0)
        expect(printed + it.untaxedYen + it.borneYen).toBe(gross)
        expect(Number.isSafeInteger(it.netYen)).toBe(true)
      },
    ),
  )
})

test('what a slip pays is never below zero', () => {
  expect(payableOf(aSlip({ goods: 100_000, fee: 12_000 }), 10)).toBe(94_800)
  expect(payableOf(aSlip({ goods: -1_000 }), 10)).toBe(0)
})
