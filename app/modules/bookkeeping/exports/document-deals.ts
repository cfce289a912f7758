import { type Yen, yen } from '#kernel/yen.ts'
import type { InvoiceContent, PrintedSlip, StatementContent } from '#modules/issued-documents/document-content.ts'
import { lateChargeText } from '#modules/issued-documents/late-charge-text.ts'
import { deductiblePercent, splitByLargestRemainder, type TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import { sumOfRunFreights } from '#modules/runs/run-freight-lines.ts'
import type { AccountKey, Deal, DealPart, TaxClass } from './deal.ts'

/**
 * The purchases of an invoice: one deal per slip, on the day of supply, because the rate and 経過措置 go by that day. What it
 * charges for paying late is a cost outside of consumption tax.
 */
export const purchasesOf = (content: InvoiceContent): Deal[] => [
  ...slipDeals(content),
  ...(content.lateCharges ?? []).map((late): Deal => {
    const part = { account: 'sundry_losses', tax: { of: 'none' }, yen: late.yen, taxYen: yen(0) } as const
    const parts = [{ ...part, memo: lateChargeText(late) }]
    return { ...billOf(content), number: `${late.invoice}-L`, on: late.toOn, parts }
  }),
]

const billOf = ({ dueOn, issuer }: InvoiceContent) => ({
  dueOn,
  partner: issuer.name,
  direction: 'expense' as const,
  balance: 'payables' as const,
})

const slipDeals = (content: InvoiceContent): Deal[] =>
  content.slips
    .map((slip) => ({
      ...billOf(content),
      number: slip.number,
      on: slip.suppliedOn,
      parts: [...taxedParts(slip), ...untaxedPart(slip)],
    }))
    .filter(({ parts }) => parts.length > 0)

function taxedParts(slip: PrintedSlip): DealPart[] {
  const deductible = slip.farmNumber === null ? deductiblePercent(slip.suppliedOn) : 100
  const highest = Math.max(...slip.perRate.map(({ percent }) => percent))
  return slip.perRate.flatMap((rate) => {
    const tax: TaxClass = rate.percent === 0 ? { of: 'none' } : { of: 'purchase', percent: rate.percent, deductible }
    const freightYen = rate.percent === highest ? slip.freightYen : 0
    // the tax was rounded once for both, so it is divided between them
    const [goodsTax, freightTax] = divided(rate, freightYen)
    const part = (account: AccountKey, exYen: number, taxYen: Yen, what: string): DealPart[] =>
      exYen === 0 && taxYen === 0
        ? []
        : [{ account, tax, yen: yen(exYen + taxYen), taxYen, memo: `${slip.number} ${slip.farm} ${what}` }]
    return [
      ...part('purchases', rate.baseYen - freightYen, goodsTax, '食材'),
      ...part('freight', freightYen, freightTax, '送料'),
    ]
  })
}

function divided({ baseYen, taxYen }: TaxOfRate, freightYen: number): [goods: Yen, freight: Yen] {
  const weights = [Math.abs(baseYen - freightYen), Math.abs(freightYen)]
  if (weights[0] === 0) return [yen(0), taxYen]
  const [goods = taxYen, freight = yen(0)] = splitByLargestRemainder(taxYen, weights)
  return [goods, freight]
}

const untaxedPart = (slip: PrintedSlip): DealPart[] =>
  slip.untaxedYen === 0
    ? []
    : [
        {
          account: 'sundry_losses',
          tax: { of: 'none' },
          yen: slip.untaxedYen,
          taxYen: yen(0),
          memo: `${slip.number} ${slip.farm} 取消料`,
        },
      ]

/**
 * The sale of a farm by its statement: gross, with the fee apart, because the rates differ and booking the net is not
 * allowed. `sales`: 売上高 of a company, 販売金額 of a sole farmer's 青色申告.
 */
export function saleOf(number: string, content: StatementContent, sales: 'sales' | 'farm_sales'): Deal {
  const memo = `${number} ${content.toOn.slice(0, 7).replace('-', '/')}分`
  const sale = (rate: TaxOfRate): DealPart => ({
    account: sales,
    tax: rate.percent === 0 ? { of: 'none' } : { of: 'sale', percent: rate.percent },
    yen: yen(rate.baseYen + rate.taxYen),
    taxYen: rate.taxYen,
    memo,
  })
  const extra = (amount: Yen, what: string): DealPart[] =>
    amount === 0
      ? []
      : [{ account: 'sundry_income', tax: { of: 'none' }, yen: amount, taxYen: yen(0), memo: `${memo} ${what}` }]
  const { fee } = content
  return {
    number,
    on: content.toOn,
    dueOn: content.payOn,
    partner: content.issuer.name,
    direction: 'income',
    balance: 'receivables',
    parts: [
      ...content.sales.map(sale),
      ...content.returns.map(sale),
      ...extra(content.untaxedYen, '取消料'),
      ...extra(content.borneYen, '補償'),
      ...extra(sumOfRunFreights(content.runFreights ?? []), '共同便の運賃'),
      {
        account: sales === 'sales' ? ('fees_paid' as const) : ('freight_and_fees' as const),
        tax: { of: 'purchase' as const, percent: fee.percent, deductible: 100 },
        yen: yen(-fee.baseYen - fee.taxYen),
        taxYen: yen(-fee.taxYen),
        memo: `${memo} 販売手数料`,
      },
    ].filter((part) => part.yen !== 0),
  }
}
