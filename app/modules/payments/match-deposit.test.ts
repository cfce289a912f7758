import { expect, test } from 'vitest'
import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { payerNameKey } from '#modules/banking/payer-name.ts'
import { bankFees, type Deposit, isOwnReturn, matchDeposit } from './match-deposit.ts'
import { payersOf } from './payers.ts'

const akari = 'akari' as RestaurantId
const mori = 'mori' as RestaurantId
const kawa = 'kawa' as RestaurantId

const invoice = (restaurantId: RestaurantId, n: number, amount: number, due = '2026-12-31') => ({
  documentId: `d${n}` as IssuedDocumentId,
  restaurantId,
  number: `S2026-${String(n).padStart(6, '0')}`,
  closedOn: jstDate('2026-11-30'),
  dueOn: jstDate(due),
  unpaidYen: yen(amount),
})

const deposit = (amount: number, more: Partial<Deposit> = {}): Deposit => ({
  yen: yen(amount),
  valueOn: jstDate('2026-12-25'),
  unclearedYen: yen(0),
  payerKana: 'ｶ)ｱｶﾘ',
  text: 'ﾌﾘｺﾐ',
  virtualAccount: null,
  edi: '',
  nature: 'deposit',
  ...more,
})

type World = Partial<Parameters<typeof payersOf>[0]>
const names = [
  { nameKey: payerNameKey('ｶ)ｱｶﾘ'), restaurantId: akari },
  { nameKey: payerNameKey('ﾓﾘ(ｶ'), restaurantId: mori },
]
const virtualAccounts = [{ number: '9011234567', restaurantId: akari }]

function match(it: Deposit, world: World, booksBankFees = true) {
  const payers = payersOf({ invoices: [], virtualAccounts, names, credits: [], ...world })
  const { automatic, proposals, reason } = matchDeposit(it, payers, booksBankFees)
  return {
    automatic: automatic?.pays.map((paid) => [paid.documentId, paid.yen]) ?? null,
    fee: automatic?.feeYen ?? 0,
    credit: automatic?.creditYen ?? 0,
    usedCredit: automatic?.usedCreditYen ?? 0,
    proposals: proposals.map(({ pays }) => pays.map((paid) => [paid.documentId, paid.yen])),
    reason,
  }
}

const one = [invoice(akari, 1, 115_300)]
const two = [invoice(akari, 1, 50_000, '2026-11-30'), invoice(akari, 2, 65_300)]

test('exact: by name, by virtual account, by number', () => {
  const paid = [['d1', 115_300]]
  expect(match(deposit(115_300), { invoices: one })).toMatchObject({
    automatic: paid,
    reason: '振込名義「ｶ)ｱｶﾘ」と一致します。S2026-000001の金額と一致します。',
  })
  expect(match(deposit(115_300, { payerKana: 'ﾀﾅｶ', virtualAccount: '9011234567' }), { invoices: one })).toMatchObject({
    automatic: paid,
    reason: 'バーチャル口座901-1234567の飲食店です。S2026-000001の金額と一致します。',
  })
  for (const edi of ['S2026-000001', 's2026000001', 'Ｓ２０２６－０００００１'])
    expect(match(deposit(115_300, { payerKana: 'ﾀﾅｶ', edi }), { invoices: one })).toMatchObject({ automatic: paid })
})

test('a fee that stays open and is more than the last invoice leaves the end of the one before it open, too', () => {
  const invoices = [invoice(akari, 1, 10_000, '2026-11-30'), invoice(akari, 2, 300)]
  expect(match(deposit(9_860), { invoices }, false)).toMatchObject({ automatic: [['d1', 9_860]], fee: 0 })
})

test.each([...bankFees])('%i yen of a fee that the payer deducted is ours, or stays open', (fee) => {
  const short = deposit(115_300 - fee)
  expect(match(short, { invoices: one })).toMatchObject({ automatic: [['d1', 115_300]], fee })
  expect(match(short, { invoices: one }, false)).toMatchObject({ automatic: [['d1', 115_300 - fee]], fee: 0 })
})

test('another difference is no fee, but a part', () => {
  expect(match(deposit(115_000), { invoices: one })).toMatchObject({
    automatic: null,
    proposals: [[['d1', 115_000]]],
    reason: expect.stringContaining('一部の入金'),
  })
})

test('one transfer for two invoices, and for two less one fee', () => {
  const both = [
    ['d1', 50_000],
    ['d2', 65_300],
  ]
  expect(match(deposit(115_300), { invoices: two })).toMatchObject({ automatic: both, fee: 0 })
  expect(match(deposit(114_970), { invoices: two })).toMatchObject({ automatic: both, fee: 330 })
  expect(match(deposit(65_300), { invoices: two })).toMatchObject({ automatic: [['d2', 65_300]] })
})

test('partial: the oldest first, by hand where there is a choice or the payer is known by name alone', () => {
  expect(match(deposit(60_000), { invoices: two })).toMatchObject({
    automatic: null,
    proposals: [
      [
        ['d1', 50_000],
        ['d2', 10_000],
      ],
    ],
  })
  const sure = { virtualAccount: '9011234567' }
  expect(match(deposit(60_000, sure), { invoices: two }).automatic).toBeNull()
  expect(match(deposit(60_000, sure), { invoices: one }).automatic).toEqual([['d1', 60_000]])
})

test('over: the rest is credit, by hand where the payer is known by name alone', () => {
  const sure = deposit(120_000, { virtualAccount: '9011234567' })
  expect(match(sure, { invoices: one })).toMatchObject({ automatic: [['d1', 115_300]], credit: 4_700 })
  expect(match(deposit(120_000), { invoices: one }).automatic).toBeNull()
  expect(match(sure, {})).toMatchObject({ automatic: null, reason: expect.stringContaining('未払いの請求書がない') })
})

test('earlier credit is used where the payer has deducted it', () => {
  expect(match(deposit(110_600), { invoices: one, credits: [{ restaurantId: akari, yen: yen(4_700) }] })).toMatchObject(
    {
      automatic: [['d1', 115_300]],
      usedCredit: 4_700,
    },
  )
})

test('what came back is deducted: an invoice below zero', () => {
  const back = [invoice(akari, 1, 10_000), invoice(akari, 2, -1_500)]
  expect(match(deposit(8_500), { invoices: back })).toMatchObject({
    automatic: [
      ['d2', -1_500],
      ['d1', 10_000],
    ],
  })
})

test('a wrong name: never automatic, with what has this amount as a proposal', () => {
  const wrong = match(deposit(115_300, { payerKana: 'ﾀﾅｶ ﾊﾅｺ' }), { invoices: one })
  expect(wrong).toMatchObject({ automatic: null, proposals: [[['d1', 115_300]]] })
  expect(wrong.reason).toBe('振込名義「ﾀﾅｶ ﾊﾅｺ」と一致する飲食店がありません。')
  expect(match(deposit(114_640, { payerKana: 'ﾀﾅｶ' }), { invoices: one }).proposals).toEqual([[['d1', 115_300]]])
})

test('two that are equal: never automatic, unless the payer wrote the number', () => {
  const equal = [invoice(akari, 1, 5_000), invoice(akari, 2, 5_000)]
  expect(match(deposit(5_000), { invoices: equal })).toMatchObject({
    automatic: null,
    proposals: [[['d1', 5_000]], [['d2', 5_000]]],
    reason: expect.stringContaining('2通り'),
  })
  expect(match(deposit(10_000), { invoices: equal }).automatic).toHaveLength(2)
  expect(match(deposit(5_000, { edi: 'S2026-000002' }), { invoices: equal }).automatic).toEqual([['d2', 5_000]])
  const others = [invoice(kawa, 3, 5_000), invoice(mori, 4, 5_000)]
  expect(match(deposit(5_000, { payerKana: 'ﾀﾅｶ' }), { invoices: others })).toMatchObject({
    automatic: null,
    proposals: [[['d3', 5_000]], [['d4', 5_000]]],
  })
})

test('a sum that several combinations have is left to staff', () => {
  const some = [invoice(akari, 1, 1_000), invoice(akari, 2, 2_000), invoice(akari, 3, 3_000)]
  expect(match(deposit(3_000), { invoices: some })).toMatchObject({ automatic: null, proposals: { length: 2 } })
})

test('a name of two restaurants, an unknown account, and two that disagree are left to staff', () => {
  const shared = [...names, { nameKey: payerNameKey('ｶ)ｱｶﾘ'), restaurantId: mori }]
  expect(match(deposit(115_300), { invoices: one, names: shared })).toMatchObject({
    automatic: null,
    reason: expect.stringContaining('2軒の飲食店と一致'),
  })
  expect(match(deposit(115_300, { virtualAccount: '9019999999' }), { invoices: one })).toMatchObject({
    automatic: null,
    proposals: [[['d1', 115_300]]],
    reason: 'バーチャル口座901-9999999は、どの飲食店にも割り当てられていません。',
  })
  const disagree = deposit(7_000, { virtualAccount: '9011234567', edi: 'S2026-000009' })
  expect(match(disagree, { invoices: [...one, invoice(mori, 9, 7_000)] })).toMatchObject({
    automatic: null,
    reason: expect.stringContaining('異なる飲食店'),
  })
})

test('money that came in before an invoice was closed is left to staff, who see both days', () => {
  const world = { invoices: [invoice(akari, 1, 54_000)] }
  for (const payer of [{}, { virtualAccount: '9011234567' }]) {
    const early = match(deposit(54_000, { ...payer, valueOn: jstDate('2026-11-29') }), world)
    expect(early).toMatchObject({ automatic: null, proposals: [[['d1', 54_000]]] })
    expect(early.reason).toMatch(/^入金日（11月29日.+S2026-000001の締め日（11月30日/)
    expect(match(deposit(54_000, { ...payer, valueOn: jstDate('2026-11-30') }), world).automatic).not.toBeNull()
  }
})

test('cheques of other banks are not paid yet', () => {
  expect(match(deposit(115_300, { unclearedYen: yen(300) }), { invoices: one })).toMatchObject({
    automatic: null,
    proposals: [[['d1', 115_300]]],
    reason: '他店券¥300を含むため、資金化を確認してから消し込んでください。',
  })
})

test.each(['returned', 'correction', 'cancellation', 'withdrawal'] as const)('%s is never a payment', (nature) => {
  expect(match(deposit(115_300, { nature }), { invoices: one })).toMatchObject({ automatic: null, proposals: [] })
})

test('our own transfer that came back is recognised by its words and by our name', () => {
  for (const text of ['ｸﾐﾓﾄﾞｼ', '組戻', '振込返却', '資金返却'])
    expect(isOwnReturn({ payerKana: '', text }, 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ')).toBe(true)
  expect(isOwnReturn({ payerKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ', text: 'ﾌﾘｺﾐ' }, 'カ）ミホンマーケツト')).toBe(true)
  expect(isOwnReturn({ payerKana: 'ｶ)ｱｶﾘ', text: 'ﾌﾘｺﾐ' }, 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ')).toBe(false)
})

test('a name that only looks like an abbreviation stays', () => {
  expect(payerNameKey('ｲ ﾖﾝ')).toBe('イヨン')
  expect(payerNameKey('ｶﾌｴ')).toBe('カフエ')
  expect(payerNameKey('ｶ)ﾐﾎﾝ')).not.toBe(payerNameKey('ｶﾐﾎﾝ'))
})

test.each([
  ['ｶ)ﾐﾎﾝﾋﾞｽﾄﾛ', 'ミホンビストロ（カ'],
  ['ﾐﾎﾝﾋﾞｽﾄﾛ(ｶ', 'カブシキガイシャ ミホンビストロ'],
  ['ｶ)ﾐﾎﾝｼﾖｸﾄﾞｳ', 'ミホンショクドウ'],
  ['ﾄﾞ)ﾏ-ｹﾂﾄ ｴｲ', 'マーケット　エイ'],
  ['ﾌｸ)ﾋﾖﾘ', 'シャカイフクシホウジン　ヒヨリ'],
  ['ｲ)ﾐﾎﾝｶｲ', '医療法人ミホンカイ'],
  ['ﾐﾎﾝｶﾞｸｴﾝ(ｶﾞｸ', 'ガッコウホウジン ミホンガクエン'],
  ['ｼﾔ)ﾐﾎﾝ', 'イッパンシャダンホウジンミホン'],
  ['ﾄｸﾋ)ﾐﾎﾝ', 'エヌピーオーホウジンミホン'],
  ['ﾐﾎﾝ(ｶ)ﾎﾝﾃﾝ', '㈱ミホンホンテン'],
])('%s and %s are one payer', (bank, ours) => {
  expect(payerNameKey(bank)).toBe(payerNameKey(ours))
})
