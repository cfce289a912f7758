import { z } from 'zod'
import type { JstDate } from '#kernel/jst.ts'
import { choice, DayOr, formText, Whole } from '#kernel/schema.ts'
import { readNumber } from '#kernel/typed-number.ts'
import { labelSheetNames, mostOffsetTenths, mostOnSheet } from './label-sheets.ts'
import { offsetText, paperParts } from './paper-parts.ts'

const notADay = '出荷日を選択してください。'

const notAnOffset = `ずれは、0.1mm単位で-${mostOffsetTenths / 10}〜${mostOffsetTenths / 10}mmの範囲で入力してください（例 0.3）。`

/** An offset of the printer: in JSON whole tenths of a millimetre, in forms millimetres as typed. */
const Tenths = z
  .int(notAnOffset)
  .min(-mostOffsetTenths, notAnOffset)
  .max(mostOffsetTenths, notAnOffset)
  .describe(`印刷位置のずれ。0.1mm単位の整数（-${mostOffsetTenths}〜${mostOffsetTenths}）`)
  .register(formText, {
    read: (text) => {
      const read = readNumber(text, { decimals: 1 })
      return read.ok ? Math.round(read.value * 10) : text
    },
  })

/** What is to be printed; the same for the form, the address of the file and the API. */
export const paperChoice = {
  day: DayOr(notADay).describe('出荷日'),
  parts: z
    .array(choice(paperParts), '印刷する書類を選択してください。')
    .min(1, '印刷する書類を選択してください。')
    .max(paperParts.length)
    .describe('products 商品別、orders 注文別のピッキングリスト、slips 納品書、labels 箱のラベル'),
  sheet: choice(labelSheetNames).describe('ラベル用紙'),
  start: Whole({ min: 1, max: mostOnSheet, unit: '枚目' }).describe('ラベル用紙の何枚目から印刷するか'),
  rightTenths: Tenths,
  downTenths: Tenths,
}
export type PaperChoice = z.output<z.ZodObject<typeof paperChoice>>

/** The address of the file, with the fields of the form. */
export function papersAddress({ day, parts, sheet, start, rightTenths, downTenths }: PaperChoice): string {
  const asked = new URLSearchParams([
    ['day', day],
    ...parts.map((part) => ['parts', part]),
    ['sheet', sheet],
    ['start', String(start)],
    ['rightTenths', offsetText(rightTenths)],
    ['downTenths', offsetText(downTenths)],
  ])
  return `/farmer/papers.pdf?${asked}`
}

/** The name of the file: shukka-20261124.pdf. */
export const papersFileName = (day: JstDate): string => `shukka-${day.replaceAll('-', '')}.pdf`
