import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import {
  aDeliverySlip,
  anInvoice,
  anUnregisteredSlip,
  aPaper,
  aPrintedSlip,
  aReceipt,
  aReturn,
  aStatement,
} from '../../../tests/factories/papers.ts'
import type { DocumentContent } from './document-content.ts'
import { jpPint } from './jp-pint.ts'

const xmlOf = (content: DocumentContent) => jpPint(aPaper(content)) ?? ''
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)</cbc:${name}>`, 'g'))].map(([, text]) => text)
/** The elements of the invoice itself, in order. */
const topOf = (xml: string) => [...xml.matchAll(/^ {2}<(c[ab]c:\w+)/gm)].map(([, name]) => name)
const order = [
  'cbc:CustomizationID',
  'cbc:ProfileID',
  'cbc:ID',
  'cbc:IssueDate',
  'cbc:DueDate',
  'cbc:InvoiceTypeCode',
  'cbc:DocumentCurrencyCode',
  'cac:InvoicePeriod',
  'cac:BillingReference',
  'cac:AccountingSupplierParty',
  'cac:AccountingCustomerParty',
  'cac:PaymentMeans',
  'cac:TaxTotal',
  'cac:LegalMonetaryTotal',
  'cac:InvoiceLine',
]

test('the order with freight: its lines, its two rates and its totals', () => {
  const xml = xmlOf(anInvoice([aPrintedSlip()]))
  expect(all(xml, 'LineExtensionAmount')).toEqual(['16900', '9884', '5316', '1700'])
  expect(all(xml, 'TaxableAmount')).toEqual(['15200', '1700'])
  expect(all(xml, 'TaxAmount')).toEqual(['1386', '1216', '170'])
  expect(all(xml, 'TaxExclusiveAmount')).toEqual(['16900'])
  expect(all(xml, 'TaxInclusiveAmount')).toEqual(['18286'])
  expect(all(xml, 'PayableAmount')).toEqual(['18286'])
  expect(all(xml, 'Percent')).toEqual(['8', '10', '8', '8', '10'])
  expect(all(xml, 'CustomizationID')).toEqual(['urn:peppol:pint:billing-1@jp-1'])
  expect(all(xml, 'InvoiceTypeCode')).toEqual(['380'])
  expect(all(xml, 'InvoicedQuantity')).toEqual(['4', '2.685', '1'])
  expect([...xml.matchAll(/unitCode="(\w+)"/g)].map(([, code]) => code)).toEqual(['XBX', 'KGM', 'H87'])
  expect(all(xml, 'CompanyID')).toEqual(['T7000012050002'])
  expect(topOf(xml)).toEqual([
    ...order.filter((name) => name !== 'cac:BillingReference'),
    'cac:InvoiceLine',
    'cac:InvoiceLine',
  ])
})

test('a replaced document is named in its place', () => {
  const xml = jpPint({ ...aPaper(anInvoice()), replaces: 'S2026-000011' }) ?? ''
  expect([...new Set(topOf(xml))]).toEqual(order)
})

test('a return has a quantity and an amount below zero, a price above it, and the original day', () => {
  const xml = xmlOf(anInvoice([aPrintedSlip(), aReturn()]))
  const line = xml.slice(xml.lastIndexOf('<cac:InvoiceLine>'))
  expect([all(line, 'InvoicedQuantity'), all(line, 'LineExtensionAmount'), all(line, 'PriceAmount')]).toEqual([
    ['-1'],
    ['-2471'],
    ['2471'],
  ])
  expect(all(line, 'StartDate')).toEqual(['2026-10-24'])
})

test('a statement is self-billing: the farm is the seller; without a registration it is no tax invoice', () => {
  const xml = xmlOf(aStatement())
  expect([all(xml, 'InvoiceTypeCode'), all(xml, 'CompanyID')[0]]).toEqual([['389'], 'T9234567890123'])
  const untaxed = xmlOf(anInvoice([anUnregisteredSlip()]))
  expect(all(untaxed, 'CustomizationID')).toEqual(['urn:peppol:pint:nontaxinvoice-1@jp-1'])
  expect([all(untaxed, 'InvoiceTypeCode'), all(untaxed, 'CompanyID'), all(untaxed, 'Percent')]).toEqual([
    ['480'],
    [],
    [],
  ])
  expect(all(untaxed, 'PayableAmount')).toEqual(['16416'])
})

test.each([aReceipt(), aDeliverySlip()])('a $kind has no such form', (content) => {
  expect(jpPint(aPaper(content))).toBeNull()
})

test('whatever names say, it is XML', () => {
  const xml = xmlOf({ ...anInvoice(), to: { ...anInvoice().to, name: '<A> & "B" ]]> &x; &#1;\u0001' } })
  expect(xml).toContain('<cbc:Name>&lt;A&gt; &amp; "B" ]]&gt; ＆x; ＆#1;</cbc:Name>')
})

const slip = fc
  .record({
    lines: fc.array(
      fc.record({
        name: fc.constant('人参'),
        qty: fc.integer({ min: -20, max: 20 }),
        unit: fc.constantFrom('箱', 'kg', '本'),
        grams: fc.option(fc.integer({ min: 1, max: 50_000 })),
        priceYen: fc.integer({ min: 1, max: 5_000 }).map(yen),
        yen: fc.integer({ min: -90_000, max: 90_000 }).map(yen),
        taxPercent: fc.constantFrom(1, 8, 10),
      }),
      { maxLength: 6 },
    ),
    freightYen: fc.integer({ min: 0, max: 3_000 }).map(yen),
    untaxedYen: fc.integer({ min: 0, max: 3_000 }).map(yen),
    registered: fc.boolean(),
  })
  .map(({ registered, ...of }) => aPrintedSlip({ ...of, ...(registered ? {} : { farmNumber: null }) }))

test('sums agree: lines, bases, taxes, and what is payable is the sum of the slips', () => {
  fc.assert(
    fc.property(fc.array(slip, { minLength: 1, maxLength: 8 }), (slips) => {
      const content = anInvoice(slips)
      const xml = xmlOf(content)
      const sum = (texts: (string | undefined)[]) => texts.reduce((total, text) => total + Number(text), 0)
      const [lineSum, ...lines] = all(xml, 'LineExtensionAmount')
      const [taxSum, ...taxes] = all(xml, 'TaxAmount')
      expect(sum(lines)).toBe(Number(lineSum))
      expect(sum(all(xml, 'TaxableAmount'))).toBe(Number(lineSum))
      expect(sum(taxes)).toBe(Number(taxSum))
      expect(Number(all(xml, 'PayableAmount')[0])).toBe(content.periodYen)
      expect(all(xml, 'PriceAmount').every((price) => Number(price) >= 0)).toBe(true)
      expect(xml).not.toMatch(/\d\.\d+<\/cbc:\w*Amount>/)
    }),
    { numRuns: 60 },
  )
})
