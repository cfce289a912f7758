import fc from 'fast-check'
import { decode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { carriers, slots } from '#kernel/enums.ts'
import { jstDate } from '#kernel/jst.ts'
import { parseCsv } from '#kernel/read-csv.ts'
import { widthOf } from './jis-text.ts'
import { layouts } from './layouts.ts'
import { customerNumberOf, readCustomerNumber, type Shipment } from './shipment.ts'
import { labelFile } from './write-labels.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'京都髙﨑㈱①〜−-=+@"\',\n\tｶﾞ𠮷🍅 　1234567890Ａ番地'), maxLength: 90 }),
)
/**
 * Without question marks, so that one in the file is a letter that was lost; and without the apostrophe that our own reader of
 * CSV takes away from a formula.
 */
const text = anyText.filter((it) => !/[?']/.test(it.normalize('NFKC')))
const party = fc.record({
  name: text,
  part: text,
  postalCode: fc.constantFrom('1000001', '0600001', ''),
  prefecture: fc.constantFrom('東京都', '神奈川県'),
  city: text,
  street: text,
  building: text,
  phone: fc.constantFrom('03-1234-5678', '', 'なし', '=1+1'),
})
const shipment: fc.Arbitrary<Shipment> = fc.record({
  customerNumber: fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 200 }))
    .map(([purchase, order, box]) => customerNumberOf(`261124-${String(purchase).padStart(5, '0')}-${order}`, box)),
  orderNumber: fc.constant('261124-00001-1'),
  at: fc.constant(1),
  of: fc.constant(2),
  temperature: fc.constantFrom('ambient', 'chilled', 'frozen'),
  sizeClass: fc.constantFrom(60, 160),
  shipOn: fc.constant(jstDate('2026-11-25')),
  deliveryOn: fc.constantFrom(jstDate('2026-11-24'), jstDate('2026-11-26')),
  slot: fc.constantFrom(...slots),
  to: party,
  from: party,
  goods: fc.array(text, { maxLength: 5 }),
  customerCode: fc.constantFrom('', '012345678901'),
  freightCode: fc.constant('01'),
  stated: fc.constant({ chilled: '', frozen: '', evening: '' }),
})

test('whatever people type, the file has its columns, fits them, runs nothing and loses no letter to a question mark', () => {
  fc.assert(
    fc.property(shipment, (it) => {
      for (const carrier of carriers) {
        const { columns, header } = layouts[carrier]
        const bytes = Buffer.from(labelFile(carrier, [it]))
        const written = decode(bytes, 'cp932')
        expect(written.split('\r\n')).toHaveLength(header ? 3 : 2)
        const row = parseCsv(written)[header ? 1 : 0] ?? []
        expect(row).toHaveLength(columns.length)
        columns.forEach(({ maxWidth = 999 }, index) => {
          expect(widthOf(row[index] ?? '')).toBeLessThanOrEqual(maxWidth)
        })
        expect(row.filter((cell) => /^\s*[=+\-@＝＋－＠−|%]/.test(cell))).toEqual([])
        expect(written).not.toContain('?')
        expect(row.some((cell) => readCustomerNumber(cell))).toBe(true)
      }
    }),
  )
})
