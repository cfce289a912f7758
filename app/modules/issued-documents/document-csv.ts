import { type CsvCell, csvLine, csvStart } from '#kernel/csv.ts'
import type { JstDate } from '#kernel/jst.ts'
import { yen, zeroYen } from '#kernel/yen.ts'
import type {
  DocumentContent,
  InvoiceContent,
  PrintedSlip,
  ReceiptContent,
  StatementContent,
} from './document-content.ts'
import { documentWord, type IssuedPaper } from './issued-paper.ts'
import { lateChargeText } from './late-charge-text.ts'
import { type Entry, entriesOf, isReduced, isReturn } from './slip-entries.ts'

const head = [
  '書類番号',
  '書類',
  '発行日',
  '発行者',
  '発行者の登録番号',
  '宛先',
  '区分',
  '取引日',
  '計上日',
  '伝票番号',
  '農園',
  '農園の登録番号',
  '納品先',
  '品名',
  '数量',
  '単位',
  '重量（g）',
  '単価（税抜）',
  '金額',
  '税率（%）',
  '軽減税率',
]

type Kind = '売上' | '返還' | '送料' | '訂正' | '不課税' | '消費税' | '手数料' | '補償' | '運賃' | '入金'
type Row = {
  kind: Kind
  on: JstDate | null
  bookedOn: JstDate | null
  slip: string
  farm: string
  farmNumber: string | null
  place: string
  line: Pick<Entry, 'name' | 'yen' | 'taxPercent'> & Partial<Pick<Entry, 'qty' | 'unit' | 'grams' | 'priceYen'>>
}

/**
 * A document for spreadsheets: one row per line, and one per tax of a slip and rate, so that the amounts add up to the
 * total of the document.
 */
export function documentCsv(paper: IssuedPaper): string {
  const { content, number, issuedOn } = paper
  const before = [
    number,
    documentWord[content.kind],
    issuedOn,
    content.issuer.name,
    content.issuer.registrationNumber,
    content.to.name,
  ]
  const rows = rowsOf(paper).map(({ kind, on, bookedOn, slip, farm, farmNumber, place, line }): CsvCell[] => [
    ...before,
    kind,
    on,
    bookedOn,
    slip,
    farm,
    farmNumber,
    place,
    line.name,
    line.qty ?? null,
    line.unit ?? null,
    line.grams ?? null,
    line.priceYen ?? null,
    line.yen,
    line.taxPercent,
    isReduced(line.taxPercent) ? '※' : '',
  ])
  return csvStart + [head, ...rows].map(csvLine).join('')
}

function rowsOf({ content, issuedOn }: IssuedPaper<DocumentContent>): Row[] {
  switch (content.kind) {
    case 'invoice':
      return [...content.slips.flatMap((slip) => slipRows(slip, slip.kitchen)), ...lateRows(content)]
    case 'statement':
      return [...content.slips.flatMap((slip) => slipRows(slip, slip.restaurant)), ...settlementRows(content)]
    case 'receipt':
      return receiptRows(content)
    case 'delivery_slip':
      return slipRows(
        {
          ...content,
          kind: 'sale',
          number: content.order,
          suppliedOn: content.deliveryOn,
          bookedOn: issuedOn,
          farm: content.issuer.name,
          farmNumber: content.issuer.registrationNumber,
        },
        content.to.name,
      )
  }
}

/** What was paid, per rate, of sellers without a registration, and outside of the tax; older receipts name the rest as a whole. */
function receiptRows({ paidOn, invoice, method, perRate, yen: paidYen, ...others }: ReceiptContent): Row[] {
  const { unregisteredYen = zeroYen, untaxedYen = zeroYen } = others
  const of = { ...plain(paidOn), slip: invoice }
  const named = perRate.reduce((sum, { baseYen, taxYen }) => sum + baseYen + taxYen, unregisteredYen + untaxedYen)
  return [
    ...perRate.flatMap(({ percent, baseYen, taxYen }): Row[] => [
      { ...of, kind: '入金', line: { name: method, yen: baseYen, taxPercent: percent } },
      { ...of, kind: '消費税', line: { name: '消費税', yen: taxYen, taxPercent: percent } },
    ]),
    ...[
      ['登録番号のない農園の販売分', unregisteredYen] as const,
      ['不課税', untaxedYen] as const,
      ['内訳なし', yen(paidYen - named)] as const,
    ].map(
      ([what, part]): Row => ({
        ...of,
        kind: '入金',
        line: { name: `${method}（${what}）`, yen: part, taxPercent: 0 },
      }),
    ),
  ].filter(({ line }) => line.yen !== 0)
}

const plain = (on: JstDate | null) => ({ on, bookedOn: on, farm: '', farmNumber: null, place: '' })

type Slip = Parameters<typeof entriesOf>[0] &
  Pick<PrintedSlip, 'kind' | 'number' | 'suppliedOn' | 'bookedOn' | 'farm' | 'farmNumber' | 'totalYen'>

const words: Record<Entry['kind'], Kind> = { goods: '売上', freight: '送料', correction: '訂正', fee: '不課税' }

function slipRows(slip: Slip, place: string): Row[] {
  const { suppliedOn: on, bookedOn, number, farm, farmNumber } = slip
  const of = { on, bookedOn, slip: number, farm, farmNumber, place }
  return [
    ...entriesOf(slip).map((line): Row => ({ ...of, kind: isReturn(slip) ? '返還' : words[line.kind], line })),
    ...slip.perRate
      .filter(({ taxYen }) => taxYen !== 0)
      .map(
        ({ percent, taxYen }): Row => ({
          ...of,
          kind: '消費税',
          line: { name: '消費税', yen: taxYen, taxPercent: percent },
        }),
      ),
  ]
}

/** The platform's own: of no farm and no order. */
function lateRows({ lateCharges = [], issuer }: InvoiceContent): Row[] {
  return lateCharges.map((late) => ({
    ...plain(late.toOn),
    kind: '不課税',
    slip: late.invoice,
    place: issuer.name,
    line: { name: lateChargeText(late), yen: late.yen, taxPercent: 0 },
  }))
}

/** What leads from the sales of a farm to what it is paid. */
function settlementRows({ fee, borneYen, runFreights = [], carriedYen, toOn, issuer }: StatementContent): Row[] {
  const of = { ...plain(toOn), slip: '', place: issuer.name }
  const rows: Row[] = [
    { ...of, kind: '補償', line: { name: '当社負担の補償', yen: borneYen, taxPercent: 0 } },
    { ...of, kind: '手数料', line: { name: '販売手数料', yen: yen(-fee.baseYen), taxPercent: fee.percent } },
    { ...of, kind: '消費税', line: { name: '販売手数料の消費税', yen: yen(-fee.taxYen), taxPercent: fee.percent } },
    ...runFreights.flatMap(({ order, run, farm, suppliedOn, baseYen, taxYen }): Row[] => {
      const ride = { ...plain(suppliedOn), slip: order, place: farm }
      return [
        { ...ride, kind: '運賃', line: { name: `共同便の運賃（${run}）`, yen: baseYen, taxPercent: 0 } },
        { ...ride, kind: '消費税', line: { name: '共同便の運賃の消費税', yen: taxYen, taxPercent: 0 } },
      ]
    }),
    { ...of, kind: '訂正', line: { name: '前回からの繰越', yen: carriedYen, taxPercent: 0 } },
  ]
  return rows.filter(({ line }) => line.yen !== 0)
}
