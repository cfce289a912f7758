import { decode, encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { accountNames, type Deal, type DealPart, type TaxClass } from './deal.ts'
import type { Software } from './tax-names.ts'
import { encodings, writeExport } from './write-export.ts'

const part = (account: DealPart['account'], tax: TaxClass, amount: number, taxYen: number, memo = ''): DealPart => ({
  account,
  tax,
  yen: yen(amount),
  taxYen: yen(taxYen),
  memo,
})
const bought = (percent: number, deductible = 100): TaxClass => ({ of: 'purchase', percent, deductible })
const sold = (percent: number): TaxClass => ({ of: 'sale', percent })

const purchase = (memo: (what: string) => string): Deal => ({
  number: 'ML-1001',
  on: jstDate('2026-11-02'),
  dueOn: jstDate('2026-12-31'),
  partner: '見本マーケット',
  direction: 'expense',
  balance: 'payables',
  parts: [
    part('purchases', bought(8), 16_416, 1_216, memo('野菜')),
    part('freight', bought(10), 1_870, 170, memo('送料')),
  ],
})
const farmSale: Deal = {
  number: 'PO-2001',
  on: jstDate('2026-11-30'),
  dueOn: jstDate('2026-12-15'),
  partner: '見本マーケット',
  direction: 'income',
  balance: 'receivables',
  parts: [
    part('sales', sold(8), 108_000, 8_000),
    part('fees_paid', bought(10), -13_200, -1_200),
    part('fees_paid', bought(10), -220, -20),
  ],
}
const plain = () => ''
const named = (what: string) => `ML-1001 ${what}`

const write = (software: Software, deals: readonly Deal[]) => {
  const file = writeExport(software, deals, { accounts: accountNames, fileName: 'x.csv' })
  if (!file.ok) throw new Error(file.refusal)
  const text =
    encodings[software][0] === 'utf8'
      ? Buffer.from(file.value.bytes).toString()
      : decode(Buffer.from(file.value.bytes), 'cp932')
  return { ...file.value, text, rows: text.split('\r\n').slice(0, -1) }
}

test('freee: a purchase and a farm’s sale with the fee apart, with BOM and CRLF', () => {
  const { text, rows } = write('freee', [purchase(plain), farmSale])
  expect(text.startsWith('\uFEFF収支区分,管理番号,発生日,')).toBe(true)
  expect(rows.slice(1)).toEqual([
    '支出,ML-1001,2026/11/02,2026/12/31,,見本マーケット,仕入高,課対仕入8%（軽）,16416,内税,1216,,,,,,,,,,',
    ',,2026/11/02,,,,荷造運賃,課対仕入10%,1870,内税,170,,,,,,,,,,',
    '収入,PO-2001,2026/11/30,2026/12/15,,見本マーケット,売上高,課税売上8%（軽）,108000,内税,8000,,,,,,,,,,',
    ',,2026/11/30,,,,支払手数料,課対仕入10%,-13200,内税,-1200,,,,,,,,,,',
    ',,2026/11/30,,,,支払手数料,課対仕入10%,-220,内税,-20,,,,,,,,,,',
  ])
  expect(rows.map((row) => row.split(',').length)).toEqual([21, 21, 21, 21, 21, 21])
})

test('マネーフォワード: 27 columns, one compound entry whose sides are equal', () => {
  const { rows } = write('money_forward', [purchase(named), farmSale])
  expect(rows[0]?.split(',')).toHaveLength(27)
  expect(rows.slice(1)).toEqual([
    '1,2026/11/02,仕入高,,,見本マーケット,課税仕入 (軽)8%,適格,16416,1216,買掛金,,,見本マーケット,対象外,,18286,,ML-1001 野菜,,,,,,,,',
    '1,2026/11/02,荷造運賃,,,見本マーケット,課税仕入 10%,適格,1870,170,,,,,,,,,ML-1001 送料,,,,,,,,',
    '2,2026/11/30,売掛金,,,見本マーケット,対象外,,94580,,売上高,,,見本マーケット,課税売上 (軽)8%,,108000,8000,,,,,,,,,',
    '2,2026/11/30,支払手数料,,,見本マーケット,課税仕入 10%,適格,13200,1200,,,,,,,,,,,,,,,,,',
    '2,2026/11/30,支払手数料,,,見本マーケット,課税仕入 10%,適格,220,20,,,,,,,,,,,,,,,,,',
  ])
})

test('弥生: 25 columns without a header, CP932 without BOM, CRLF', () => {
  const { rows, bytes } = write('yayoi', [purchase(named)])
  expect(rows).toEqual([
    '2000,,,20261102,仕入高,,,課対仕入込軽減8%適格,16416,1216,買掛金,見本マーケット,,対象外,16416,0,ML-1001 野菜,,,0,,,0,0,no',
    '2000,,,20261102,荷造運賃,,,課対仕入込10%適格,1870,170,買掛金,見本マーケット,,対象外,1870,0,ML-1001 送料,,,0,,,0,0,no',
  ])
  expect(rows.map((row) => row.split(',').length)).toEqual([25, 25])
  expect([...bytes.subarray(0, 5)]).toEqual([...Buffer.from('2000,')])
})

const onePart = (tax: TaxClass, amount: number, taxYen: number): Deal => ({
  ...purchase(plain),
  parts: [part('purchases', tax, amount, taxYen)],
})

test.each([
  ['freee', 80, '課対仕入（控80）8%（軽）'],
  ['freee', 70, '課対仕入（控70）8%（軽）'],
  ['yayoi', 80, '課対仕入込軽減8%区分80%,10800,,'],
  ['yayoi', 70, '課対仕入込軽減8%区分70%,10800,,'],
  ['money_forward', 80, '課税仕入 (軽)8%,80%控除,10800,800'],
  ['money_forward', 70, '課税仕入 (軽)8%,70%控除,10800,800'],
] as const)('%s: a purchase from an unregistered farm, %i %% of its tax deductible', (software, share, expected) => {
  expect(write(software, [onePart(bought(8, share), 10_800, 800)]).rows.at(-1)).toContain(expected)
})

test.each([
  ['freee', ',課対仕返8%（軽）,-1080,内税,-80,'],
  [
    'money_forward',
    ',買掛金,,,見本マーケット,対象外,,1080,,仕入高,,,見本マーケット,課税仕入-返還等 (軽)8%,適格,1080,80,',
  ],
  ['yayoi', ',買掛金,見本マーケット,,対象外,1080,0,仕入高,,,課対仕返込軽減8%適格,1080,80,'],
] as const)('%s: a return is below zero in freee and on the other side elsewhere', (software, expected) => {
  expect(write(software, [onePart(bought(8), -1_080, -80)]).rows.at(-1)).toContain(expected)
})

test.each(['freee', 'money_forward', 'yayoi'] as const)(
  '%s: a rate without a name is refused, not guessed',
  (software) => {
    const deals = [onePart(bought(1), 1_010, 10)]
    expect(writeExport(software, deals, { accounts: accountNames, fileName: 'x.csv' })).toMatchObject({
      ok: false,
      refusal: 'no_tax_name',
      detail: { number: 'ML-1001', percent: 1 },
    })
  },
)

test('names with commas, quotes, half-width kana, and letters that CP932 lacks', () => {
  const deal = { ...onePart(bought(10), 1_100, 100), partner: '"𠮷野", ﾐﾎﾝ😀' }
  const { rows, replaced } = write('yayoi', [deal])
  expect(rows[0]).toContain('"""〓野"", ﾐﾎﾝ〓"')
  expect(replaced).toEqual(['𠮷', '😀'])
  expect(write('freee', [deal]).text).toContain('"""𠮷野"", ﾐﾎﾝ😀"')
})

test('signs that CP932 has under another code point are not replaced', () => {
  const { text, replaced } = write('yayoi', [{ ...onePart(bought(10), 1_100, 100), partner: '〜−—‖¢£¬¥?' }])
  expect(text).toContain(',～－―∥￠￡￢￥?,')
  expect(replaced).toEqual([])
})

test.each([
  // 60 half-width columns: with the number and what is booked, and only the name between them is shortened
  [`261002-00001-1 ${'あ'.repeat(19)} 食材`, `261002-00001-1 ${'あ'.repeat(19)} 食材`],
  [`261002-00001-1 ${'あ'.repeat(40)} 送料`, `261002-00001-1 ${'あ'.repeat(20)} 送料`],
  [`261002-00001-1 ${'ｱ'.repeat(80)} 送料`, `261002-00001-1 ${'ｱ'.repeat(40)} 送料`],
  // a letter beyond the first plane is one letter, of which half would be none
  [`261002-00001-1 a${'𠮷'.repeat(40)} 送料`, `261002-00001-1 a${'〓'.repeat(19)} 送料`],
  [`遅延損害金（請求書 I2026-000007、${'あ'.repeat(40)}`, `遅延損害金（請求書 I2026-000007、${'あ'.repeat(13)}`],
])('弥生: 摘要 %s has at most 60 bytes, and what identifies the document', (memo, written) => {
  const deal = { ...purchase(plain), parts: [part('purchases', bought(8), 1_080, 80, memo)] }
  const { rows } = write('yayoi', [deal])
  expect(rows[0]?.split(',').at(16)).toBe(written)
  expect(encode(written, 'cp932').length).toBeLessThanOrEqual(60)
})

test('弥生: the name of 補助科目 is cut at 24 half-width columns', () => {
  const { rows } = write('yayoi', [{ ...purchase(plain), partner: `${'あ'.repeat(11)}aいう` }])
  expect(rows[0]?.split(',').at(11)).toBe(`${'あ'.repeat(11)}a`)
})

test('what a spreadsheet would run is text', () => {
  const deal = { ...onePart(bought(10), 1_100, 100), partner: '=HYPERLINK("x")' }
  expect(write('freee', [deal]).text).toContain(`"'=HYPERLINK(""x"")"`)
})
