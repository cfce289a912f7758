import { decode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { Account } from '#modules/ledger/accounts.ts'
import { accountNames, totalOf } from './deal.ts'
import { type DayOfKind, platformDeals } from './platform-deals.ts'
import type { Software } from './tax-names.ts'
import { encodings, writeExport } from './write-export.ts'

const day = (on: string, kind: string, legs: Partial<Record<Account, number>>): DayOfKind => ({
  on: jstDate(on),
  kind,
  legs: new Map(Object.entries(legs).map(([account, amount]) => [account as Account, yen(amount)])),
})

/** A month of the platform: billed, claimed, paid, matched short of a fee, stated, transferred, returned, lost and found. */
const october: DayOfKind[] = [
  day('2026-10-05', 'sale', { receivable: 108_000, payable: -96_000, fees: -12_000 }),
  day('2026-10-06', 'adjustment', { receivable: -1_080, claim_costs: 1_080 }),
  day('2026-10-20', 'payment', { bank: 50_000, suspense: -50_000 }),
  day('2026-10-20', 'payment_match', { suspense: 49_780, bank_fees: 220, receivable: -50_000 }),
  day('2026-10-31', 'statement', { payable: 1_200, output_tax: -1_200 }),
  day('2026-11-13', 'payout', { payable: 94_800, bank: -94_800 }),
  day('2026-11-13', 'payout_fees', { bank_fees: 145, bank: -145 }),
  day('2026-11-16', 'card', { card_clearing: 3_240, receivable: -3_240 }),
  day('2026-11-17', 'write_off', { bad_debt: 5_000, receivable: -5_000 }),
  day('2026-11-18', 'write_off_undone', { bad_debt: -3_000, receivable: 3_000 }),
]
const deals = platformDeals(
  october,
  [{ on: jstDate('2026-10-31'), percent: 10, baseYen: yen(12_000), taxYen: yen(1_200) }],
  () => 10,
)

const rows = (software: Software) => {
  const file = writeExport(software, deals, { accounts: accountNames, fileName: 'x.csv' })
  if (!file.ok) throw new Error(file.refusal)
  const bytes = Buffer.from(file.value.bytes)
  const text = encodings[software][0] === 'utf8' ? bytes.toString().slice(1) : decode(bytes, 'cp932')
  return text.split('\r\n').slice(0, -1)
}

test('freee: what is billed is unpaid, the bank is the account of the payment, what is neither is a row', () => {
  const end = ',,,,,,,,,'
  expect(rows('freee').slice(1)).toEqual([
    `収入,20261005-納品,2026/10/05,,,,預り金,対象外,108000,内税,0,納品${end}`,
    `収入,20261006-修正,2026/10/06,,,,雑損失,対象外,-1080,内税,0,修正${end}`,
    '収入,20261020-入金,2026/10/20,,,,仮受金,対象外,50000,内税,0,入金,,,,,,,2026/10/20,普通預金,50000',
    `収入,20261020-消込,2026/10/20,,,,仮受金,対象外,-49780,内税,0,消込${end}`,
    `,,2026/10/20,,,,支払手数料,対象外,-220,内税,0,消込${end}`,
    `収入,20261031-手数料,2026/10/31,,,,受取手数料,課税売上10%,13200,内税,1200,支払通知書 販売手数料${end}`,
    `,,2026/10/31,,,,預り金,対象外,-13200,内税,0,支払通知書 販売手数料${end}`,
    '支出,20261113-振込,2026/11/13,,,,預り金,対象外,94800,内税,0,振込,,,,,,,2026/11/13,普通預金,94800',
    '支出,20261113-振込手数料,2026/11/13,,,,支払手数料,課対仕入10%,145,内税,13,振込手数料,,,,,,,2026/11/13,普通預金,145',
    `収入,20261116-カード,2026/11/16,,,,未収入金,対象外,-3240,内税,0,カード${end}`,
    `収入,20261117-貸倒れ,2026/11/17,,,,貸倒損失,対象外,-5000,内税,0,貸倒れ${end}`,
    `収入,20261118-貸倒れの取り消し,2026/11/18,,,,貸倒損失,対象外,3000,内税,0,貸倒れの取り消し${end}`,
  ])
  expect(rows('freee').map((row) => row.split(',').length)).toEqual(Array(13).fill(21))
})

test('マネーフォワード: each entry has two equal sides', () => {
  const end = ',,,,,,,,'
  expect(rows('money_forward').slice(1)).toEqual([
    `1,2026/10/05,売掛金,,,,対象外,,108000,,預り金,,,,対象外,,108000,0,納品${end}`,
    `2,2026/10/06,雑損失,,,,対象外,,1080,0,売掛金,,,,対象外,,1080,,修正${end}`,
    `3,2026/10/20,普通預金,,,,対象外,,50000,,仮受金,,,,対象外,,50000,0,入金${end}`,
    `4,2026/10/20,仮受金,,,,対象外,,49780,0,売掛金,,,,対象外,,50000,,消込${end}`,
    `4,2026/10/20,支払手数料,,,,対象外,,220,0,,,,,,,,,消込${end}`,
    `5,2026/10/31,預り金,,,,対象外,,13200,,受取手数料,,,,課税売上 10%,,13200,1200,支払通知書 販売手数料${end}`,
    `6,2026/11/13,預り金,,,,対象外,,94800,0,普通預金,,,,対象外,,94800,,振込${end}`,
    `7,2026/11/13,支払手数料,,,,課税仕入 10%,適格,145,13,普通預金,,,,対象外,,145,,振込手数料${end}`,
    `8,2026/11/16,未収入金,,,,対象外,,3240,0,売掛金,,,,対象外,,3240,,カード${end}`,
    `9,2026/11/17,貸倒損失,,,,対象外,,5000,0,売掛金,,,,対象外,,5000,,貸倒れ${end}`,
    `10,2026/11/18,売掛金,,,,対象外,,3000,,貸倒損失,,,,対象外,,3000,0,貸倒れの取り消し${end}`,
  ])
  const sum = (column: number) =>
    rows('money_forward')
      .slice(1)
      .reduce((total, row) => total + Number(row.split(',')[column]), 0)
  expect(sum(8)).toBe(sum(16))
})

test('弥生: 25 columns, one row for each part', () => {
  const end = ',,,0,,,0,0,no'
  expect(rows('yayoi')).toEqual([
    `2000,,,20261005,売掛金,,,対象外,108000,0,預り金,,,対象外,108000,0,納品${end}`,
    `2000,,,20261006,雑損失,,,対象外,1080,0,売掛金,,,対象外,1080,0,修正${end}`,
    `2000,,,20261020,普通預金,,,対象外,50000,0,仮受金,,,対象外,50000,0,入金${end}`,
    `2000,,,20261020,仮受金,,,対象外,49780,0,売掛金,,,対象外,49780,0,消込${end}`,
    `2000,,,20261020,支払手数料,,,対象外,220,0,売掛金,,,対象外,220,0,消込${end}`,
    `2000,,,20261031,預り金,,,対象外,13200,0,受取手数料,,,課税売上込10%,13200,1200,支払通知書 販売手数料${end}`,
    `2000,,,20261113,預り金,,,対象外,94800,0,普通預金,,,対象外,94800,0,振込${end}`,
    `2000,,,20261113,支払手数料,,,課対仕入込10%適格,145,13,普通預金,,,対象外,145,0,振込手数料${end}`,
    `2000,,,20261116,未収入金,,,対象外,3240,0,売掛金,,,対象外,3240,0,カード${end}`,
    `2000,,,20261117,貸倒損失,,,対象外,5000,0,売掛金,,,対象外,5000,0,貸倒れ${end}`,
    `2000,,,20261118,売掛金,,,対象外,3000,0,貸倒損失,,,対象外,3000,0,貸倒れの取り消し${end}`,
  ])
  expect(rows('yayoi').every((row) => row.split(',').length === 25)).toBe(true)
})

test('what the accounts of the ledger moved is what the deals move; the fee and its tax leave what is held', () => {
  const moved = new Map<string, number>()
  const add = (account: string, amount: number) => moved.set(account, (moved.get(account) ?? 0) + amount)
  for (const deal of deals) {
    const sign = deal.direction === 'income' ? -1 : 1
    for (const part of deal.parts) add(part.account, sign * part.yen)
    add(deal.balance, -sign * totalOf(deal))
  }
  const ledger = (...accounts: Account[]) =>
    october.reduce((sum, { legs }) => sum + accounts.reduce((of, it) => of + (legs.get(it) ?? 0), 0), 0)
  expect(moved.get('receivables')).toBe(ledger('receivable'))
  expect(moved.get('bank')).toBe(ledger('bank'))
  expect(moved.get('suspense')).toBe(ledger('suspense'))
  expect((moved.get('deposits_held') ?? 0) + (moved.get('fees_received') ?? 0)).toBe(
    ledger('payable', 'fees', 'output_tax'),
  )
  expect([...moved.values()].reduce((a, b) => a + b, 0)).toBe(0)
})
