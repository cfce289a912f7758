import { readFileSync, writeFileSync } from 'node:fs'
import { decode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { parseId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { parseCsv } from '#kernel/read-csv.ts'
import { yen } from '#kernel/yen.ts'
import type { InvoiceContent, PrintedSlip, StatementContent } from '#modules/issued-documents/document-content.ts'
import type { Account } from '#modules/ledger/accounts.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import { accountNames, type Deal, totalOf } from './deal.ts'
import { purchasesOf, saleOf } from './document-deals.ts'
import { platformDeals } from './platform-deals.ts'
import { type Software, softwares } from './tax-names.ts'
import { encodings, writeExport } from './write-export.ts'

const idOf = <Kind extends 'farm' | 'order'>(last: number) => {
  const id = parseId<Kind>(`00000000-0000-7000-8000-00000000000${last}`)
  if (!id) throw new Error('no id')
  return id
}
const [tanaka, yoshino, orderId] = [idOf<'farm'>(1), idOf<'farm'>(2), idOf<'order'>(3)]
const at = (percent: number, baseYen: number, taxYen: number): TaxOfRate => ({
  percent,
  baseYen: yen(baseYen),
  taxYen: yen(taxYen),
})
const platform = {
  name: '畝と皿株式会社',
  postalCode: '1000001',
  address: '東京都千代田区千代田1-1',
  phone: '0312345678',
  registrationNumber: 'T7000012050002',
}
const buyer = { ...platform, name: 'ビストロ 灯', registrationNumber: null }

function slip(number: string, suppliedOn: string, perRate: TaxOfRate[], given: Partial<PrintedSlip> = {}): PrintedSlip {
  const untaxedYen = given.untaxedYen ?? yen(0)
  return {
    ...{ orderId, number, kind: 'sale', suppliedOn: jstDate(suppliedOn), bookedOn: jstDate(suppliedOn) },
    ...{ farmId: tanaka, farm: '田中農園', farmNumber: 'T9234567890123', kitchen: '本店', reason: '', lines: [] },
    ...{ freightYen: yen(0), untaxedYen, perRate },
    totalYen: yen(perRate.reduce<number>((sum, { baseYen, taxYen }) => sum + baseYen + taxYen, untaxedYen)),
    ...given,
  }
}

/** Not registered, and with letters that CP932 lacks or that CSV must quote. */
const strange = { farmId: yoshino, farm: '"𠮷野", ﾌｧｰﾑ', farmNumber: null }
const slips = [
  slip('260930-00001-1', '2026-09-30', [at(8, 10_000, 800)], strange),
  slip('261001-00001-1', '2026-10-01', [at(8, 10_000, 800), at(10, 900, 90)], { ...strange, freightYen: yen(900) }),
  slip('261002-00001-1', '2026-10-02', [at(8, 15_200, 1_216), at(10, 1_700, 170)], { freightYen: yen(1_700) }),
  slip('261002-00001-A', '2026-10-02', [at(8, -1_000, -80)], { kind: 'adjustment' }),
  slip('261003-00001-1', '2026-10-03', [at(8, 9, 0)]),
  slip('261005-00001-1', '2026-10-05', [], { kind: 'cancel_fee', untaxedYen: yen(3_000) }),
]
const period = { issuer: platform, fromOn: jstDate('2026-10-01'), toOn: jstDate('2026-10-31') }

const invoice: InvoiceContent = {
  ...{ ...period, kind: 'invoice', to: buyer, dueOn: jstDate('2026-11-30'), slips },
  lateCharges: [
    {
      ...{ invoice: 'I2026-000007', dueOn: jstDate('2026-09-30'), yen: yen(123) },
      ...{ fromOn: jstDate('2026-10-01'), toOn: jstDate('2026-10-12'), days: 12 },
    },
  ],
  sales: [at(8, 15_209, 1_216), at(10, 1_700, 170)],
  returns: [at(8, -1_000, -80)],
  unregistered: [],
  ...{ untaxedYen: yen(3_000), periodYen: yen(42_928), previousYen: yen(0), paidYen: yen(0) },
  ...{ carriedYen: yen(0), dueYen: yen(42_928), payTo: null },
}
const statement: StatementContent = {
  ...{ ...period, kind: 'statement', to: { ...buyer, name: '田中農園' }, payOn: jstDate('2026-11-16'), slips: [] },
  sales: [at(8, 100_000, 8_000), at(10, 1_700, 170)],
  returns: [at(8, -1_000, -80)],
  ...{ untaxedYen: yen(500), grossYen: yen(109_290), borneYen: yen(0), fee: at(10, 12_000, 1_200) },
  ...{ carriedYen: yen(0), netYen: yen(96_090), confirmBy: jstDate('2026-11-18'), account: null },
}

const day = (on: string, kind: string, legs: Partial<Record<Account, number>>) => ({
  on: jstDate(on),
  kind,
  legs: new Map(Object.entries(legs).map(([account, amount]) => [account as Account, yen(amount)])),
})

const sides: Record<'restaurant' | 'farm' | 'platform', { deals: Deal[]; totalYen: number }> = {
  restaurant: { deals: purchasesOf(invoice), totalYen: 42_928 },
  farm: { deals: [saleOf('P2026-000001', statement, 'sales')], totalYen: 96_090 },
  platform: {
    deals: platformDeals(
      [
        day('2026-10-05', 'sale', { receivable: 108_000, payable: -96_000, fees: -12_000 }),
        day('2026-10-06', 'adjustment', { receivable: -1_080, claim_costs: 1_080 }),
        day('2026-10-20', 'payment', { bank: 50_000, suspense: -50_000 }),
        day('2026-10-20', 'payment_match', { suspense: 49_780, bank_fees: 220, receivable: -50_000 }),
        day('2026-11-16', 'payout', { payable: 94_800, bank: -94_800 }),
        day('2026-11-16', 'payout_fees', { bank_fees: 145, bank: -145 }),
        day('2026-11-17', 'write_off', { bad_debt: 5_000, receivable: -5_000 }),
      ],
      [{ on: jstDate('2026-10-31'), percent: 10, baseYen: yen(12_000), taxYen: yen(1_200) }],
      () => 10,
    ),
    // of the receivable, the bank, what is held for farms, and what is not matched, without sign
    totalYen: 108_000 + 1_080 + 50_000 + 50_000 + 94_800 + 145 + 5_000 + 13_200,
  },
}
const sideNames = ['restaurant', 'farm', 'platform'] as const
const all = softwares.flatMap((software) => sideNames.map((side) => [software, side] as const))

const golden = (software: Software, side: keyof typeof sides) =>
  new URL(`golden/${software}-${side}.csv`, import.meta.url)
const isUtf8 = (software: Software) => encodings[software][0] === 'utf8'

/** Written again with WRITE_GOLDEN=1; the difference is to be read. */
test.each(all)('%s: the file of the %s is as it was, byte by byte', (software, side) => {
  const written = writeExport(software, sides[side].deals, { accounts: accountNames, fileName: 'x.csv' })
  if (!written.ok) throw new Error(written.refusal)
  const bytes = Buffer.from(written.value.bytes)
  const file = golden(software, side)
  if (process.env.WRITE_GOLDEN) writeFileSync(file, bytes)
  const text = (it: Buffer) => (isUtf8(software) ? it.toString() : decode(it, 'cp932'))
  expect(text(bytes)).toBe(text(readFileSync(file)))
  expect(Buffer.compare(bytes, readFileSync(file))).toBe(0)
})

const columns: Record<Software, number> = { freee: 21, money_forward: 27, yayoi: 25 }

function rowsIn(software: Software, side: keyof typeof sides): string[][] {
  const bytes = readFileSync(golden(software, side))
  return parseCsv(isUtf8(software) ? bytes.subarray(3).toString() : decode(bytes, 'cp932'))
}

test.each(all)('%s: what the golden file of the %s must be like for the program to take it', (software, side) => {
  const bytes = readFileSync(golden(software, side))
  const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
  expect(bytes.subarray(0, 3).equals(byteOrderMark)).toBe(software === 'freee')
  // each line ends in CR LF, the last one too
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index)
  expect(ends.every((index) => bytes[index - 1] === 0x0d)).toBe(true)
  expect(bytes.filter((byte) => byte === 0x0d)).toHaveLength(ends.length)
  const rows = rowsIn(software, side)
  expect(rows.filter((cells) => cells.length !== columns[software])).toEqual([])
  expect(rows[0]?.[0]).toBe({ freee: '収支区分', money_forward: '取引No', yayoi: '2000' }[software])
})

const sumOf = (rows: string[][], column: number) => rows.reduce((sum, cells) => sum + Number(cells[column]), 0)

test.each(sideNames)('the amounts of the golden files of the %s are those of its documents', (side) => {
  const { deals, totalYen } = sides[side]
  const size = (deal: Deal) => Math.abs(totalOf(deal))
  expect(
    side === 'platform'
      ? deals.reduce((sum, it) => sum + size(it), 0)
      : deals.reduce((sum, it) => sum + totalOf(it), 0),
  ).toBe(totalYen)
  for (const [software, debit, credit] of [
    ['money_forward', 8, 16],
    ['yayoi', 8, 14],
  ] as const) {
    const rows = rowsIn(software, side).filter(([first]) => first !== '取引No')
    expect(sumOf(rows, debit)).toBe(sumOf(rows, credit))
    expect(sumOf(rows, debit)).toBeGreaterThan(0)
  }
  // freee books the other side itself: the rows of a deal are its total, or zero where its last row is the other side
  const rows = rowsIn('freee', side).slice(1)
  const implied = deals.filter(({ balance }) => ['bank', 'receivables', 'payables'].includes(balance))
  expect(sumOf(rows, 8)).toBe(implied.reduce((sum, it) => sum + totalOf(it), 0))
})
