import fc from 'fast-check'
import { expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import {
  anInvoice,
  anUnregisteredSlip,
  aPaper,
  aPrintedSlip,
  aReturn,
  aStatement,
} from '../../../tests/factories/papers.ts'
import type { DocumentContent } from './document-content.ts'
import { jpPint } from './jp-pint.ts'

/**
 * The rules of JP PINT 1.1.3 that concern what we write, each checked on every kind of document that we export. Their ids are
 * those of the published Schematron.
 */

type Read = {
  of: (path: string) => string[]
  amount: (path: string) => number
  lines: { of: (path: string) => string[] }[]
  subtotals: { of: (path: string) => string[] }[]
  xml: string
}

const slipOf = (percent: number, yenOfLine: number) => {
  const [line] = aPrintedSlip().lines
  if (!line) throw new Error('a slip has lines')
  return aPrintedSlip({ lines: [{ ...line, taxPercent: percent, yen: yen(yenOfLine) }], freightYen: yen(0) })
}
const lateCharge = {
  invoice: 'S2026-000010',
  dueOn: jstDate('2026-09-30'),
  fromOn: jstDate('2026-10-01'),
  toOn: jstDate('2026-10-31'),
  days: 31,
  yen: yen(120),
}
const statement = aStatement()
const unregistered = statement.slips.map((slip) => ({ ...slip, farmNumber: null }))

const documents = {
  'an invoice of sales, returns and unregistered farms': [anInvoice(), '380'],
  'an invoice of one slip with freight': [anInvoice([aPrintedSlip()]), '380'],
  'an invoice by direct debit': [{ ...anInvoice([aPrintedSlip()]), payTo: null }, '380'],
  'an invoice with 1% and 10% and a cancellation fee': [
    anInvoice([slipOf(1, 999), slipOf(10, 1_234), aPrintedSlip({ untaxedYen: yen(3_000) })]),
    '380',
  ],
  'an invoice with a return alone': [anInvoice([aReturn()]), '380'],
  'an invoice with a late charge': [{ ...anInvoice([aPrintedSlip()]), lateCharges: [lateCharge] }, '380'],
  'an invoice of a late charge alone': [{ ...anInvoice([]), lateCharges: [lateCharge] }, '480'],
  'an invoice of unregistered farms': [anInvoice([anUnregisteredSlip()]), '480'],
  'a statement': [statement, '389'],
  'a statement of a farm that gave up its registration meanwhile': [
    { ...statement, to: { ...statement.to, registrationNumber: null } },
    '389',
  ],
  'a statement of an unregistered farm': [
    { ...statement, to: { ...statement.to, registrationNumber: null }, slips: unregistered },
    '480',
  ],
} satisfies Record<string, [DocumentContent, string]>

type Element = { [name: string]: unknown }
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const many = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** The texts at a path below an element: `Party/EndpointID`, `Party/EndpointID/@schemeID`. */
const at = (root: unknown, path: string): string[] =>
  path
    .split('/')
    .reduce<unknown[]>(
      (found, name) =>
        found.flatMap((one) =>
          isElement(one) ? [name, `cbc:${name}`, `cac:${name}`].flatMap((key) => many(one[key])) : [],
        ),
      [root],
    )
    .map((one) => String(isElement(one) ? one['#'] : one))

function readXml(xml: string): Read {
  const { Invoice } = create(xml).end({ format: 'object' }) as { Invoice: Element }
  const below = (root: unknown) => ({ of: (path: string) => at(root, path) })
  const total = Invoice['cac:TaxTotal']
  return {
    ...below(Invoice),
    amount: (path) => Number(at(Invoice, path)[0]),
    lines: many(Invoice['cac:InvoiceLine']).map(below),
    subtotals: many(isElement(total) ? total['cac:TaxSubtotal'] : undefined).map(below),
    xml,
  }
}

const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + Number(text), 0)
const supplier = 'AccountingSupplierParty/Party'
const kinds: Record<string, [customization: string, profile: string]> = {
  '380': ['urn:peppol:pint:billing-1@jp-1', 'urn:peppol:bis:billing'],
  '389': ['urn:peppol:pint:selfbilling-1@jp-1', 'urn:peppol:bis:selfbilling'],
  '480': ['urn:peppol:pint:nontaxinvoice-1@jp-1', 'urn:peppol:bis:billing'],
}
const categoryAndRate = (it: { of: (path: string) => string[] }, path: string) =>
  [it.of(`${path}/ID`)[0], it.of(`${path}/Percent`)[0]].join(' ')

const rules: Record<string, (it: Read, type: string) => void> = {
  'aligned-ibrp-001, 002, cl-02: kind, its customization and its process belong together': (it, type) => {
    expect([it.of('CustomizationID'), it.of('ProfileID')]).toEqual(kinds[type]?.map((text) => [text]))
    expect(it.of('InvoiceTypeCode')).toEqual([type])
  },
  'ibr-002 to 005: number, day and currency': (it) => {
    expect(it.of('ID')).toEqual(['S2026-000012'])
    for (const day of [...it.of('IssueDate'), ...it.of('DueDate')]) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(it.of('DocumentCurrencyCode')).toEqual(['JPY'])
  },
  'aligned-ibrp-052: a period': (it) => expect(it.of('InvoicePeriod/StartDate').length).toBe(1),
  'aligned-ibr-jp-04, ibrp-009, sr-12: one tax number T and 13 digits of the seller, none on a non-tax invoice': (
    it,
    type,
  ) => {
    const numbers = it.of(`${supplier}/PartyTaxScheme/CompanyID`)
    expect(numbers.length).toBe(type === '480' ? 0 : 1)
    for (const number of numbers) expect(number).toMatch(/^T\d{13}$/)
    expect(it.of(`${supplier}/PartyTaxScheme/TaxScheme/ID`)).toEqual(numbers.map(() => 'VAT'))
  },
  'ibr-co-26: the seller has a number of some kind': (it) =>
    expect(
      [...it.of(`${supplier}/PartyTaxScheme/CompanyID`), ...it.of(`${supplier}/PartyIdentification/ID`)].length,
    ).toBe(1),
  'ibr-006 to 011: both parties have a name and a country': (it) => {
    for (const party of [supplier, 'AccountingCustomerParty/Party'])
      expect([
        it.of(`${party}/PartyLegalEntity/RegistrationName`).length,
        it.of(`${party}/PostalAddress/Country/IdentificationCode`)[0],
      ]).toEqual([1, 'JP'])
  },
  'ibr-cl-25: an address in the network is a number of scheme 0221': (it) => {
    for (const party of [supplier, 'AccountingCustomerParty/Party'])
      for (const scheme of it.of(`${party}/EndpointID/@schemeID`)) expect(scheme).toBe('0221')
  },
  'ibr-016: at least one line, each with number, quantity, unit, amount, name and price': (it) => {
    expect(it.lines.length).toBeGreaterThan(0)
    expect(it.lines.map(({ of }) => of('ID')[0])).toEqual(it.lines.map((_, index) => String(index + 1)))
    for (const { of } of it.lines)
      for (const path of ['InvoicedQuantity', 'LineExtensionAmount', 'Item/Name', 'Price/PriceAmount'])
        expect(of(path).length).toBe(1)
  },
  'ibr-cl-23: units of UN/ECE 20': (it) => {
    for (const { of } of it.lines)
      expect(['KGM', 'GRM', 'H87', 'LTR', 'XBX', 'XBG', 'XBE', 'XPK']).toContain(of('InvoicedQuantity/@unitCode')[0])
  },
  'ibr-027: a price is not below zero': (it) => {
    for (const { of } of it.lines) expect(Number(of('Price/PriceAmount')[0])).toBeGreaterThanOrEqual(0)
  },
  'aligned-ibrp-050, 047, 048, cl-01: category S, AA or O; a rate unless it is outside of the tax': (it) => {
    for (const pair of [
      ...it.lines.map((line) => categoryAndRate(line, 'Item/ClassifiedTaxCategory')),
      ...it.subtotals.map((line) => categoryAndRate(line, 'TaxCategory')),
    ])
      expect(['S 10', 'AA 8', 'AA 1', 'O ']).toContain(pair)
  },
  'aligned-ibrp-o-01: one sum for each category and rate of the lines': (it) => {
    const ofLines = new Set(it.lines.map((line) => categoryAndRate(line, 'Item/ClassifiedTaxCategory')))
    expect(it.subtotals.map((line) => categoryAndRate(line, 'TaxCategory')).toSorted()).toEqual([...ofLines].toSorted())
  },
  'aligned-ibrp-045: a sum is that of its lines': (it) => {
    for (const subtotal of it.subtotals) {
      const pair = categoryAndRate(subtotal, 'TaxCategory')
      const own = it.lines.filter((line) => categoryAndRate(line, 'Item/ClassifiedTaxCategory') === pair)
      expect(Number(subtotal.of('TaxableAmount')[0])).toBe(sum(own.flatMap(({ of }) => of('LineExtensionAmount'))))
    }
  },
  'aligned-ibrp-051: the tax is between floor and ceiling of base × rate; outside of the tax it is 0': (it) => {
    for (const { of } of it.subtotals) {
      const exact = (Number(of('TaxableAmount')[0]) * Number(of('TaxCategory/Percent')[0] ?? 0)) / 100
      expect(Number(of('TaxAmount')[0])).toBeGreaterThanOrEqual(Math.floor(exact))
      expect(Number(of('TaxAmount')[0])).toBeLessThanOrEqual(Math.ceil(exact))
    }
  },
  'ibr-co-10, 13, 14, 15, 16: the totals': (it) => {
    const lineSum = sum(it.lines.flatMap(({ of }) => of('LineExtensionAmount')))
    const tax = sum(it.subtotals.flatMap(({ of }) => of('TaxAmount')))
    expect(it.amount('TaxTotal/TaxAmount')).toBe(tax)
    expect(
      ['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'].map((name) =>
        it.amount(`LegalMonetaryTotal/${name}`),
      ),
    ).toEqual([lineSum, lineSum, lineSum + tax, lineSum + tax])
  },
  'aligned-ibr-jp-06: every amount is whole yen': (it) => {
    const amounts = [...it.xml.matchAll(/<cbc:\w*Amount currencyID="(\w+)">([^<]*)</g)]
    expect(amounts.length).toBeGreaterThan(0)
    for (const [, currency, text] of amounts)
      expect([currency, text]).toEqual(['JPY', expect.stringMatching(/^-?\d+$/)])
  },
  'aligned-ibrp-049, 016: a transfer names its account': (it) => {
    expect(it.of('PaymentMeans/PayeeFinancialAccount/ID').length).toBe(it.of('PaymentMeans').length)
    for (const code of it.of('PaymentMeans/PaymentMeansCode')) expect(code).toBe('30')
  },
}

test.each(Object.entries(rules))('%s', (_, holds) => {
  for (const [content, type] of Object.values(documents)) holds(readXml(jpPint(aPaper(content)) ?? ''), type)
})

test('a document without a line, of a balance alone, has no such form', () => {
  expect(jpPint(aPaper(anInvoice([])))).toBeNull()
})

test('the tax of each slip is within its bounds; that of an invoice is below them by less than a yen for each slip', () => {
  const amounts = fc.array(fc.tuple(fc.constantFrom(1, 8, 10), fc.integer({ min: 1, max: 90_000 })), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(amounts, (all) => {
      for (const { of } of readXml(jpPint(aPaper(anInvoice(all.map(([percent, of]) => slipOf(percent, of))))) ?? '')
        .subtotals) {
        const percent = Number(of('TaxCategory/Percent')[0])
        const slips = all.filter(([own]) => own === percent).length
        const exact = (Number(of('TaxableAmount')[0]) * percent) / 100
        expect(Number(of('TaxAmount')[0])).toBeLessThanOrEqual(exact)
        expect(Number(of('TaxAmount')[0])).toBeGreaterThan(exact - slips)
      }
    }),
    { numRuns: 60 },
  )
})
