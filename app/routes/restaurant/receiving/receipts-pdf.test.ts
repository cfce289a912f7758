import { expect, test } from 'vitest'
import { pdfOf } from '#infra/pdf.server.ts'
import { newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import type { ReceiptRow } from '#modules/ordering/fulfilment/receipts.server.ts'
import { receiptsPaper } from '#modules/ordering/fulfilment/receipts-paper.ts'

const row: ReceiptRow = {
  orderId: newId<'order'>(),
  orderNumber: '261124-00012-1',
  farm: '辻\u{E0100}農園 <img src="http://localhost:9/x">',
  kitchen: '本店厨房',
  receivedAt: at('2026-11-24 10:00'),
  receivedBy: '灯',
  chilledTenths: 112,
  frozenTenths: null,
  note: 'file:///etc/passwd',
  lineCount: 4,
  wrong: [{ line: '大玉トマト', verdict: 'damaged', note: null, claim: 'settled' }],
}
const paperOf = (rows: readonly ReceiptRow[]) =>
  pdfOf(receiptsPaper({ month: '2026-11', rows, printedOn: jstDate('2026-11-24') }))
const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('a month is as many sheets as it needs, with Japanese letters of its own', async () => {
  const [one, many] = [await paperOf([row]), await paperOf(Array.from({ length: 60 }, () => row))]
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(sheets(one)).toBe(1)
  expect(sheets(many)).toBeGreaterThan(3)
  expect(one.toString('latin1')).toContain('NotoSansJP')
})
