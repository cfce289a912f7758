import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { InvoiceContent, PrintedSlip, StatementContent } from '#modules/issued-documents/document-content.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { totalOf } from './deal.ts'
import { purchasesOf, saleOf } from './document-deals.ts'

const party = { name: '畝と皿', postalCode: '', address: '', phone: '', registrationNumber: 'T7000012050002' }
const farmId = newId<'farm'>()
const orderId = newId<'order'>()

function slip(given: Partial<PrintedSlip>, goods: Record<number, number>, freight: number): PrintedSlip {
  const tax = taxOfDocument([
    ...Object.entries(goods).map(([percent, amount]) => ({ percent: Number(percent), amountYen: yen(amount) })),
    ...(freight === 0 ? [] : [{ percent: 10, amountYen: yen(freight) }]),
  ])
  return {
    orderId,
    number: '261102-00001-1',
    kind: 'sale',
    suppliedOn: jstDate('2026-11-02'),
    bookedOn: jstDate('2026-11-04'),
    farmId,
    farm: 'みほん農園',
    farmNumber: 'T7123456789012',
    kitchen: '本店',
    reason: '',
    lines: [],
    freightYen: yen(freight),
    untaxedYen: yen(0),
    perRate: tax.perRate,
    totalYen: tax.totalIncYen,
    ...given,
  }
}
const invoice = (slips: PrintedSlip[]): InvoiceContent => ({
  kind: 'invoice',
  issuer: party,
  to: party,
  fromOn: jstDate('2026-11-01'),
  toOn: jstDate('2026-11-30'),
  dueOn: jstDate('2027-01-04'),
  slips,
  sales: [],
  returns: [],
  unregistered: [],
  untaxedYen: yen(0),
  periodYen: yen(0),
  previousYen: yen(0),
  paidYen: yen(0),
  carriedYen: yen(0),
  dueYen: yen(0),
  payTo: null,
})
const partsOf = (of: PrintedSlip) =>
  purchasesOf(invoice([of])).flatMap(({ parts }) => parts.map((it) => [it.account, it.tax, it.yen, it.taxYen]))

test('the order with freight: goods at 8 %, freight at 10 %, 18,286 in all', () => {
  const of = slip({}, { 8: 15_200 }, 1_700)
  expect(partsOf(of)).toEqual([
    ['purchases', { of: 'purchase', percent: 8, deductible: 100 }, 16_416, 1_216],
    ['freight', { of: 'purchase', percent: 10, deductible: 100 }, 1_870, 170],
  ])
  expect(purchasesOf(invoice([of])).map(totalOf)).toEqual([18_286])
})

test.each([
  ['2026-09-30', 80],
  ['2026-10-01', 70],
] as const)(
  'an unregistered farm supplied on %s: %i %%, whatever month the invoice is of',
  (suppliedOn, deductible) => {
    const of = slip({ farmNumber: null, suppliedOn: jstDate(suppliedOn) }, { 8: 10_000 }, 0)
    expect(partsOf(of)).toEqual([['purchases', { of: 'purchase', percent: 8, deductible }, 10_800, 800]])
  },
)

test('goods and freight of one rate share the tax that was rounded once for both', () => {
  const of = slip({}, { 10: 1_005 }, 1_005)
  expect(of.totalYen).toBe(2_211)
  expect(partsOf(of).map(([, , amount, tax]) => [amount, tax])).toEqual([
    [1_106, 101],
    [1_105, 100],
  ])
})

test('a fee for a late cancellation is outside the tax', () => {
  const of = slip({ kind: 'cancel_fee', untaxedYen: yen(3_000), totalYen: yen(3_000) }, {}, 0)
  expect(partsOf(of)).toEqual([['sundry_losses', { of: 'none' }, 3_000, 0]])
})

test('every slip comes to its total, sale or return, over any rates', () => {
  const amount = fc.integer({ min: -500_000, max: 500_000 })
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: -9_999, max: 9_999 }), (one, eight, ten, freight) => {
      const of = slip({}, { 1: one, 8: eight, 10: ten }, freight)
      const parts = purchasesOf(invoice([of])).flatMap((deal) => deal.parts)
      expect(parts.reduce((sum, part) => sum + part.yen, 0)).toBe(of.totalYen)
      expect(parts.reduce((sum, part) => sum + part.taxYen, 0)).toBe(of.perRate.reduce((sum, it) => sum + it.taxYen, 0))
    }),
  )
})

test.each([
  ['sales', 'fees_paid'],
  ['farm_sales', 'freight_and_fees'],
] as const)('a statement is booked gross as %s, the fee apart as %s', (sales, fees) => {
  const content: StatementContent = {
    kind: 'statement',
    issuer: party,
    to: party,
    fromOn: jstDate('2026-11-01'),
    toOn: jstDate('2026-11-30'),
    payOn: jstDate('2026-12-15'),
    slips: [],
    sales: [{ percent: 8, baseYen: yen(100_000), taxYen: yen(8_000) }],
    returns: [{ percent: 8, baseYen: yen(-1_000), taxYen: yen(-80) }],
    untaxedYen: yen(500),
    grossYen: yen(107_420),
    borneYen: yen(0),
    fee: { percent: 10, baseYen: yen(12_000), taxYen: yen(1_200) },
    carriedYen: yen(0),
    netYen: yen(94_220),
    confirmBy: jstDate('2026-12-18'),
    account: null,
  }
  const deal = saleOf('P2026-000001', content, sales)
  expect(deal.parts.map((part) => [part.account, part.yen, part.taxYen])).toEqual([
    [sales, 108_000, 8_000],
    [sales, -1_080, -80],
    ['sundry_income', 500, 0],
    [fees, -13_200, -1_200],
  ])
  expect(totalOf(deal)).toBe(94_220)
})
