import { newId } from '../../app/kernel/ids.ts'
import { type JstDate, jstDate } from '../../app/kernel/jst.ts'
import { sumYen, yen } from '../../app/kernel/yen.ts'
import type {
  DeliverySlipContent,
  DocumentContent,
  InvoiceContent,
  PrintedParty,
  PrintedSlip,
  ReceiptContent,
  StatementContent,
} from '../../app/modules/issued-documents/document-content.ts'
import type { IssuedPaper } from '../../app/modules/issued-documents/issued-paper.ts'
import { taxOfDocument } from '../../app/modules/pricing/tax/consumption-tax.ts'

const orderId = newId<'order'>()
const farmId = newId<'farm'>()

export const theOperator: PrintedParty = {
  name: '株式会社畝と皿',
  postalCode: '1000001',
  address: '東京都千代田区千代田1-1-1',
  phone: '03-1234-5678',
  registrationNumber: 'T7000012050002',
}
export const theRestaurant: PrintedParty = {
  name: 'ビストロ灯 & 辻\u{E0100}本店',
  postalCode: '5300001',
  address: '大阪府大阪市北区梅田1-2-3 灯ビル2階',
  phone: '06-1234-5678',
  registrationNumber: null,
}
export const theFarm: PrintedParty = {
  name: '佐藤農園',
  postalCode: '8660001',
  address: '熊本県八代市本町1-1',
  phone: '0965-12-3456',
  registrationNumber: 'T9234567890123',
}

/** The freight order of the tax rules: food 15,200, freight 1,300 and cool 400: 1,216 and 170 of tax, 18,286 together. */
export function aPrintedSlip(over: Partial<PrintedSlip> = {}): PrintedSlip {
  const lines = over.lines ?? [
    {
      name: 'フルーツトマト 1kg箱',
      qty: 4,
      unit: '箱',
      grams: null,
      priceYen: yen(2_471),
      yen: yen(9_884),
      taxPercent: 8,
    },
    {
      name: '黒毛和牛ランプ（不定貫）',
      qty: 1,
      unit: '本',
      grams: 2_685,
      priceYen: yen(1_980),
      yen: yen(5_316),
      taxPercent: 8,
    },
  ]
  const freightYen = over.freightYen ?? yen(1_700)
  const untaxedYen = over.untaxedYen ?? yen(0)
  const { perRate, totalIncYen } = taxOfDocument([
    ...lines.map((line) => ({ amountYen: line.yen, percent: line.taxPercent })),
    ...(freightYen === 0 ? [] : [{ amountYen: freightYen, percent: 10 }]),
  ])
  return {
    orderId,
    number: '261024-00012-1',
    kind: 'sale',
    suppliedOn: jstDate('2026-10-24'),
    bookedOn: jstDate('2026-10-24'),
    farmId,
    farm: theFarm.name,
    farmNumber: theFarm.registrationNumber,
    kitchen: '本店厨房',
    reason: '',
    perRate,
    totalYen: sumYen([totalIncYen, untaxedYen]),
    ...over,
    lines,
    freightYen,
    untaxedYen,
  }
}

export const aReturn = (): PrintedSlip =>
  aPrintedSlip({
    number: '261024-00012-1-A1',
    kind: 'adjustment',
    bookedOn: jstDate('2026-10-28'),
    reason: '3個に傷みがあったため',
    freightYen: yen(0),
    lines: [
      {
        name: 'フルーツトマト 1kg箱',
        qty: -1,
        unit: '箱',
        grams: null,
        priceYen: yen(2_471),
        yen: yen(-2_471),
        taxPercent: 8,
      },
    ],
  })

export const anUnregisteredSlip = (): PrintedSlip =>
  aPrintedSlip({ number: '261025-00013-1', farm: 'ひだまり農場', farmNumber: null, freightYen: yen(0) })

export function anInvoice(slips: PrintedSlip[] = [aPrintedSlip(), aReturn(), anUnregisteredSlip()]): InvoiceContent {
  const registered = slips.filter(({ farmNumber }) => farmNumber !== null)
  const sumRates = (some: readonly PrintedSlip[]) =>
    [...new Set(some.flatMap(({ perRate }) => perRate.map(({ percent }) => percent)))]
      .sort((a, b) => a - b)
      .map((percent) => {
        const rates = some.flatMap(({ perRate }) => perRate.filter((rate) => rate.percent === percent))
        return {
          percent,
          baseYen: sumYen(rates.map(({ baseYen }) => baseYen)),
          taxYen: sumYen(rates.map(({ taxYen }) => taxYen)),
        }
      })
  const periodYen = sumYen(slips.map(({ totalYen }) => totalYen))
  return {
    kind: 'invoice',
    issuer: theOperator,
    to: theRestaurant,
    fromOn: jstDate('2026-10-01'),
    toOn: jstDate('2026-10-31'),
    dueOn: jstDate('2026-11-30'),
    slips,
    sales: sumRates(registered.filter(({ kind }) => kind !== 'adjustment')),
    returns: sumRates(registered.filter(({ kind }) => kind === 'adjustment')),
    unregistered: sumRates(slips.filter(({ farmNumber }) => farmNumber === null)).map(
      ({ percent, baseYen, taxYen }) => ({
        percent,
        deductiblePercent: 70,
        totalYen: sumYen([baseYen, taxYen]),
        taxPartYen: taxYen,
      }),
    ),
    untaxedYen: sumYen(slips.map(({ untaxedYen }) => untaxedYen)),
    periodYen,
    previousYen: yen(50_000),
    paidYen: yen(45_000),
    carriedYen: yen(5_000),
    dueYen: sumYen([periodYen, yen(5_000)]),
    payTo: { bank: '三井住友銀行', branch: '東京営業部', type: '普通', number: '1234567', holder: 'カ）ウネトサラ' },
  }
}

export function aStatement(): StatementContent {
  const slips = [aPrintedSlip(), aReturn()].map((slip) => ({
    ...slip,
    restaurant: theRestaurant.name,
    feeYen: yen(slip.kind === 'sale' ? 1_824 : -296),
    farmYen: slip.totalYen,
  }))
  const { sales, returns } = anInvoice(slips)
  const grossYen = sumYen(slips.map(({ farmYen }) => farmYen))
  const fee = { percent: 10, baseYen: yen(1_528), taxYen: yen(152) }
  return {
    kind: 'statement',
    issuer: theOperator,
    to: theFarm,
    fromOn: jstDate('2026-10-01'),
    toOn: jstDate('2026-10-31'),
    payOn: jstDate('2026-11-30'),
    slips,
    sales,
    returns,
    untaxedYen: yen(0),
    grossYen,
    borneYen: yen(0),
    fee,
    carriedYen: yen(-300),
    netYen: yen(grossYen - 1_680 - 300),
    confirmBy: jstDate('2026-11-14'),
    account: '三井住友銀行 大阪本店 普通 ****001',
  }
}

export const aReceipt = (): ReceiptContent => ({
  kind: 'receipt',
  issuer: theOperator,
  to: theRestaurant,
  paidOn: jstDate('2026-11-30'),
  method: '銀行振込',
  invoice: 'S2026-000012',
  yen: yen(18_286),
  perRate: aPrintedSlip().perRate,
})

export function aDeliverySlip(): DeliverySlipContent {
  const { lines, freightYen, perRate, totalYen } = aPrintedSlip()
  return {
    kind: 'delivery_slip',
    issuer: theFarm,
    to: theRestaurant,
    shipOn: jstDate('2026-10-23'),
    deliveryOn: jstDate('2026-10-24'),
    order: '261024-00012-1',
    lines: lines.map((line) => ({ ...line, origin: '熊本県', lots: ['L1023-01'] })),
    freightYen,
    perRate,
    totalYen,
  }
}

export const aPaper = <C extends DocumentContent>(
  content: C,
  number = 'S2026-000012',
  issuedOn: JstDate = jstDate('2026-11-01'),
): IssuedPaper<C> => ({
  id: newId<'issuedDocument'>(),
  number,
  issuedOn,
  content,
  contentSha256: '0123456789abcdef'.repeat(4),
  replaces: null,
})
