import { create } from 'xmlbuilder2'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { InvoiceContent, PrintedParty, PrintedSlip, StatementContent } from './document-content.ts'
import type { IssuedPaper } from './issued-paper.ts'
import { lateChargeText } from './late-charge-text.ts'
import { type Entry, entriesOf, isReduced, sumEntry } from './slip-entries.ts'

type TypeCode = '380' | '389' | '480'

const customizations: Readonly<Record<TypeCode, string>> = {
  '380': 'urn:peppol:pint:billing-1@jp-1',
  '389': 'urn:peppol:pint:selfbilling-1@jp-1',
  '480': 'urn:peppol:pint:nontaxinvoice-1@jp-1',
}

/** UN/ECE Recommendation 20; any other unit is a piece. */
const unitCodes: ReadonlyMap<string, string> = new Map([
  ['kg', 'KGM'],
  ['箱', 'XBX'],
  ['袋', 'XBG'],
  ['束', 'XBE'],
  ['パック', 'XPK'],
])

type Line = {
  slip: Pick<PrintedSlip, 'number' | 'reason' | 'suppliedOn'>
  entry: Entry
  category: 'S' | 'AA' | 'O'
  percent: number
}

/**
 * JP PINT 1.1 (UBL 2.1) of a document, for export only: 380 an invoice, 389 a farm's statement as self-billing, 480 either of
 * them if no seller is registered; null for receipts and delivery slips, which have no such form, and if there is no line. It is about the sales of
 * the period, without balances and fees. What sellers without a registration sold is category O, with its tax in the amount.
 */
export function jpPint(paper: IssuedPaper): string | null {
  const { content } = paper
  if (content.kind !== 'invoice' && content.kind !== 'statement') return null
  const typeCode = !content.slips.some(isTaxed) ? '480' : content.kind === 'invoice' ? '380' : '389'
  const lines = [
    ...content.slips.flatMap((slip) => (isTaxed(slip) ? taxedLines(slip) : grossLines(slip))),
    ...(content.kind === 'invoice' ? lateLines(content) : []),
  ]
  // a document of a balance alone bills nothing: the form demands a line
  if (lines.length === 0) return null
  const subtotals = subtotalsOf(lines, content.slips.filter(isTaxed))
  const lineSum = sumOf(lines.map(({ entry }) => entry.yen))
  const taxSum = sumOf(subtotals.map(({ taxYen }) => taxYen))
  const invoice = {
    '@xmlns': 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    'cbc:CustomizationID': customizations[typeCode],
    'cbc:ProfileID': typeCode === '389' ? 'urn:peppol:bis:selfbilling' : 'urn:peppol:bis:billing',
    'cbc:ID': paper.number,
    'cbc:IssueDate': paper.issuedOn,
    'cbc:DueDate': content.kind === 'invoice' ? content.dueOn : content.payOn,
    'cbc:InvoiceTypeCode': typeCode,
    'cbc:DocumentCurrencyCode': 'JPY',
    'cac:InvoicePeriod': periodOf(content.fromOn, content.toOn),
    ...(paper.replaces && { 'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': paper.replaces } } }),
    ...partiesOf(content, typeCode),
    ...(content.kind === 'invoice' && content.payTo && { 'cac:PaymentMeans': paymentOf(content.payTo) }),
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(taxSum),
      'cac:TaxSubtotal': subtotals.map(({ category, percent, baseYen, taxYen }) => ({
        'cbc:TaxableAmount': amount(baseYen),
        'cbc:TaxAmount': amount(taxYen),
        'cac:TaxCategory': categoryOf(category, percent),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(lineSum),
      'cbc:TaxExclusiveAmount': amount(lineSum),
      'cbc:TaxInclusiveAmount': amount(lineSum + taxSum),
      'cbc:PayableAmount': amount(lineSum + taxSum),
    },
    'cac:InvoiceLine': lines.map((line, at) => lineOf(line, at + 1)),
  }
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { Invoice: invoice }).end({
    prettyPrint: true,
  })
}

const isTaxed = ({ farmNumber }: PrintedSlip) => farmNumber !== null

/** The library leaves what looks like an entity in a name as it is, and `&x;` would be no XML: its & becomes full-width. */
const literal = (text: string) => text.replaceAll(/&(?=#?\w+;)/g, '＆')

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

/** Adding 0 turns −0 into 0. */
const amount = (value: number) => ({ '@currencyID': 'JPY', '#': String(value + 0) })

const periodOf = (from: JstDate, to: JstDate) => ({ 'cbc:StartDate': from, 'cbc:EndDate': to })

const categoryName = (percent: number) => (percent === 0 ? 'O' : isReduced(percent) ? 'AA' : 'S')

const taxedLines = (slip: PrintedSlip): Line[] =>
  entriesOf(slip).map((entry) => ({ slip, entry, category: categoryName(entry.taxPercent), percent: entry.taxPercent }))

/** Of a seller without a registration: the tax is a part of the price, and no tax of the document. */
const grossLines = (slip: PrintedSlip): Line[] =>
  [...entriesOf(slip), ...slip.perRate.filter(({ taxYen }) => taxYen !== 0).map(taxPart)].map((entry) => ({
    slip,
    entry,
    category: 'O',
    percent: 0,
  }))

const lateLines = ({ lateCharges = [] }: InvoiceContent): Line[] =>
  lateCharges.map((late) => ({
    slip: { number: late.invoice, reason: '', suppliedOn: late.toOn },
    entry: sumEntry('fee', lateChargeText(late), late.yen, 0),
    category: 'O',
    percent: 0,
  }))

const taxPart = ({ percent, taxYen }: PrintedSlip['perRate'][number]): Entry => ({
  kind: 'correction',
  name: `消費税相当額（${percent}%）`,
  qty: 1,
  unit: '式',
  grams: null,
  priceYen: null,
  yen: taxYen,
  taxPercent: percent,
})

/** One for each rate, with the tax that the slips rounded; the sum without tax is that of its lines. */
function subtotalsOf(lines: readonly Line[], taxed: readonly PrintedSlip[]) {
  const groups = Map.groupBy(lines, ({ category, percent }) => `${category}${percent}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { category, percent } = first
    const rates =
      category === 'O' ? [] : taxed.flatMap(({ perRate }) => perRate.filter((rate) => rate.percent === percent))
    return [
      {
        category,
        percent,
        baseYen: sumOf(group.map(({ entry }) => entry.yen)),
        taxYen: sumOf(rates.map(({ taxYen }) => taxYen)),
      },
    ]
  })
}

const categoryOf = (category: Line['category'], percent: number) => ({
  'cbc:ID': category,
  // outside of the tax there is no rate
  ...(category !== 'O' && { 'cbc:Percent': String(percent) }),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

/** The farm of a statement is its seller, and the operator its buyer. A non-tax invoice names no tax number of its seller. */
function partiesOf(content: InvoiceContent | StatementContent, typeCode: TypeCode) {
  const { kind, issuer, to, slips } = content
  const [seller, buyer] = kind === 'invoice' ? [issuer, to] : [to, issuer]
  // a farm that gave up its registration meanwhile sold with it
  const number = seller.registrationNumber ?? (kind === 'statement' ? slips.find(isTaxed)?.farmNumber : null) ?? null
  const ownNumber = kind === 'statement' ? slips[0]?.farmId : undefined
  return {
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        ...endpointOf(number),
        ...(typeCode === '480' && identifiedBy(number, ownNumber)),
        ...namedOf(seller),
        ...(typeCode !== '480' && taxNumber(number)),
        ...legalOf(seller),
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        ...endpointOf(buyer.registrationNumber),
        ...namedOf(buyer),
        ...taxNumber(buyer.registrationNumber),
        ...legalOf(buyer),
      },
    },
  }
}

/** 0221: the number of a qualified invoice issuer. Without one there is no address in the network. */
const endpointOf = (number: string | null) => number && { 'cbc:EndpointID': { '@schemeID': '0221', '#': number } }

/** Without a tax number a seller is known by another one: its registration, or ours of the farm. */
const identifiedBy = (number: string | null, own: string | undefined) =>
  (number ?? own) && {
    'cac:PartyIdentification': { 'cbc:ID': number ? { '@schemeID': '0221', '#': number } : own },
  }

const namedOf = ({ name, address, postalCode }: PrintedParty) => ({
  'cac:PartyName': { 'cbc:Name': literal(name) },
  'cac:PostalAddress': {
    'cbc:StreetName': literal(address),
    'cbc:PostalZone': postalCode,
    'cac:Country': { 'cbc:IdentificationCode': 'JP' },
  },
})

const taxNumber = (number: string | null) =>
  number && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': number, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }

const legalOf = ({ name }: PrintedParty) => ({ 'cac:PartyLegalEntity': { 'cbc:RegistrationName': literal(name) } })

/** 30: a transfer. */
const paymentOf = ({ bank, branch, number, holder }: NonNullable<InvoiceContent['payTo']>) => ({
  'cbc:PaymentMeansCode': '30',
  'cac:PayeeFinancialAccount': {
    'cbc:ID': number,
    'cbc:Name': literal(holder),
    'cac:FinancialInstitutionBranch': { 'cbc:ID': literal(`${bank} ${branch}`) },
  },
})

function lineOf({ slip, entry, category, percent }: Line, id: number) {
  const { quantity, unit, priceYen } = pricedOf(entry)
  return {
    'cbc:ID': String(id),
    'cbc:Note': literal(slip.reason ? `伝票 ${slip.number}：${slip.reason}` : `伝票 ${slip.number}`),
    'cbc:InvoicedQuantity': { '@unitCode': unit, '#': quantity },
    'cbc:LineExtensionAmount': amount(entry.yen),
    // of a return the day of the original sale
    'cac:InvoicePeriod': periodOf(slip.suppliedOn, slip.suppliedOn),
    'cac:Item': { 'cbc:Name': literal(entry.name), 'cac:ClassifiedTaxCategory': categoryOf(category, percent) },
    'cac:Price': { 'cbc:PriceAmount': amount(priceYen) },
  }
}

/** A price is never below zero: what is given back has a quantity below zero. */
function pricedOf({ qty, grams, unit, priceYen, yen: sum }: Entry): { quantity: string; unit: string; priceYen: Yen } {
  const sign = sum < 0 ? '-' : ''
  // a part of a box costs its share, rounded to whole yen: quantity and price would not give the amount
  if (priceYen === null || qty === 0 || !Number.isInteger(qty))
    return { quantity: `${sign}1`, unit: 'H87', priceYen: yen(Math.abs(sum)) }
  return grams === null
    ? { quantity: `${sign}${Math.abs(qty)}`, unit: unitCodes.get(unit) ?? 'H87', priceYen }
    : { quantity: `${sign}${Math.abs(grams) / 1_000}`, unit: 'KGM', priceYen }
}
