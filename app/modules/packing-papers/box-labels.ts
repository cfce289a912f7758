import type { Content, ContentSection } from 'pdfmake/interfaces.js'
import type { Temperature } from '#kernel/enums.ts'
import { formatShortDay } from '#kernel/format.ts'
import type { DayOrders, PaperBox, PaperOrder } from './day-orders.server.ts'
import { breakText, itemsWithin, type Letters, textWidth } from './fit-text.ts'
import {
  type LabelOffset,
  type LabelSheet,
  type LabelSheetName,
  labelSheets,
  labelsOnSheet,
  placeOnSheet,
} from './label-sheets.ts'
import { linesInBox } from './lines-in-box.ts'
import { temperatureOnBox } from './picking-lists.ts'
import { qrRows } from './qr-rows.ts'

/** Points in a millimetre. */
const mm = 72 / 25.4

/**
 * How large things are on a label. `head`: the temperature and the count of the boxes, `body`: everything else, in points;
 * `names`: the sizes in which the kitchen is tried; `qr`: its side in millimetres, at least 0.3 mm for each module.
 */
type LabelLook = { head: number; body: number; names: readonly number[]; qr: number }
const looks: Record<LabelSheetName, LabelLook> = {
  a4_12: { head: 19, body: 9.5, names: [15, 13, 11, 9.5], qr: 18 },
  a4_24: { head: 16, body: 9, names: [12, 10.5, 9], qr: 13 },
  a4_10: { head: 20, body: 10, names: [16, 14, 12, 10], qr: 20 },
  single_100x150: { head: 30, body: 14, names: [26, 22, 18, 14], qr: 32 },
  roll_62: { head: 18, body: 10.5, names: [16, 14, 12, 10.5], qr: 22 },
}

/** Between the letters and the edge of a label: printers and cuts are a little off. In millimetres. */
const padding = 2.5

export type LabelChoice = LabelOffset & {
  sheet: LabelSheetName
  /** The first label of the first sheet that is still there, from 1. */
  start: number
}

/** One box of an order. */
type Box = { order: PaperOrder; box: PaperBox; at: number }

/** The labels of every box of the day, box by box, in the order of the orders; a page is drawn when it is called. */
export function labelPages(
  day: DayOrders,
  { sheet: name, start, ...offset }: LabelChoice,
  { origin, letters }: { origin: string; letters: Letters },
): (() => ContentSection)[] {
  const sheet = labelSheets[name]
  const perPage = labelsOnSheet(sheet)
  const boxes = day.orders.flatMap((order) => order.boxes.map((box, index): Box => ({ order, box, at: index + 1 })))
  // a start that the chosen sheet does not have is its first label
  const skipped = start <= perPage ? start - 1 : 0
  const pages = Map.groupBy(boxes.entries(), ([index]) => Math.floor((index + skipped) / perPage))
  return [...pages.values()].map(
    (ofPage) => () =>
      pageOf(
        sheet,
        ofPage.flatMap(([index, box]) => {
          const { x, y } = placeOnSheet(sheet, (index + skipped) % perPage, offset)
          return labelOf(box, day, { x: x * mm, y: y * mm, sheet, look: looks[name], origin, letters })
        }),
      ),
  )
}

/** The outlines of all labels of a sheet, to be held against the light in front of a real one. */
export function outlinePage(name: LabelSheetName, offset: LabelOffset): ContentSection {
  const sheet = labelSheets[name]
  return pageOf(
    sheet,
    Array.from({ length: labelsOnSheet(sheet) }, (_, index) => {
      const { x, y } = placeOnSheet(sheet, index, offset)
      const [w, h] = [sheet.label.width * mm, sheet.label.height * mm]
      return [
        {
          canvas: [
            { type: 'rect' as const, x: 0, y: 0, w, h, lineWidth: 0.5 },
            { type: 'line' as const, x1: w / 2 - 6, y1: h / 2, x2: w / 2 + 6, y2: h / 2, lineWidth: 0.5 },
            { type: 'line' as const, x1: w / 2, y1: h / 2 - 6, x2: w / 2, y2: h / 2 + 6, lineWidth: 0.5 },
          ],
          absolutePosition: { x: x * mm, y: y * mm },
        },
        line(`${index + 1}`, { x: x * mm + padding * mm, y: y * mm + padding * mm, size: 10, bold: true }),
      ]
    }).flat(),
  )
}

const pageOf = ({ page }: LabelSheet, section: Content[]): ContentSection => ({
  pageSize: { width: page.width * mm, height: page.height * mm },
  pageMargins: [0, 0, 0, 0],
  section,
})

type Place = { x: number; y: number; sheet: LabelSheet; look: LabelLook; origin: string; letters: Letters }

/** Everything inside of its cell: each line is measured before it is drawn. */
function labelOf({ order, box, at }: Box, { farm }: DayOrders, place: Place): Content[] {
  const { sheet, look, origin, letters } = place
  const { head, body } = look
  const left = place.x + padding * mm
  const top = place.y + padding * mm
  const width = (sheet.label.width - 2 * padding) * mm
  const bottom = place.y + (sheet.label.height - padding) * mm
  const qr = look.qr * mm
  const plain = { size: body, bold: false, letters }

  const count = `${at}/${order.boxes.length}`
  const countStyle = { size: head, bold: true, letters }
  const mark = head * 2.6
  const beside = width - mark - textWidth(count, countStyle) - 2 * gap
  const out: Content[] = [
    ...temperatureMark(box.temperature, { x: left, y: top, size: head }),
    line(count, { x: left + width - textWidth(count, countStyle), y: top + head * 0.12, size: head, bold: true }),
    ...[[`${formatShortDay(order.deliveryOn)}着`, box.name].filter(Boolean).join('　'), order.place].flatMap(
      (text, index) =>
        (breakText(text, [beside], { ...plain, cut: true }) ?? []).map((it) =>
          line(it, { x: left + mark + gap, y: top + index * body * 1.15, size: body, bold: false }),
        ),
    ),
    { ...qrRows(`${origin}/restaurant/receiving/${order.id}`, qr), ...atPoint(left + width - qr, bottom - qr) },
  ]

  let y = top + Math.max(head * 1.3, body * 2.3) + 2
  /** Lines beside the QR code are shorter. */
  const widthAt = (from: number, size: number) => (from + size * step > bottom - qr ? width - qr - gap : width)
  const widthsOf = (lines: number, size: number) =>
    Array.from({ length: lines }, (_, index) => widthAt(y + index * size * step, size))
  const put = (lines: readonly string[], size: number, bold: boolean) => {
    for (const text of lines) {
      out.push(line(text, { x: left, y, size, bold }))
      y += size * step
    }
  }

  const name = nameLines(`${order.kitchen} 御中`, look, { letters, widthsOf })
  put(name.lines, name.size, true)
  const { lines, boxes } = linesInBox(order, box)
  const room = linesWithin(bottom - y, body)
  const foot = room >= 8 ? 4 : room >= 4 ? 2 : 1
  // the quantity first: where a name has to be cut, it stays
  const items = lines.map((it) => `${it.qty}${it.unit} ${it.name}`)
  put(contentLines(items, boxes, widthsOf(Math.max(1, room - foot), body), plain), body, false)
  const lots = [...new Set(lines.flatMap((it) => it.lots))].toSorted()
  const from = [...new Set(lines.map((it) => it.origin))]
  const said = [...new Set(lines.flatMap((it) => (it.facts === '' ? [] : it.facts)))]
  const lot = `ロット ${lots.join('、') || '＿＿＿＿＿'}`
  const origins = [lot, from.join('・'), order.farm ?? farm.name, ...said, ...(order.ride ? [order.ride] : [])].join(
    '　',
  )
  // all the room that the goods leave: what the law asks for is not cut while there is some
  const rest = widthsOf(Math.max(1, linesWithin(bottom - y, body)), body)
  put(breakText(origins, rest, { ...plain, cut: true, instead: '…続きは納品書に記載' }) ?? [], body, false)
  return out
}

const gap = 5
/** From one line to the next, in parts of the em. */
const step = 1.18
/** How many lines of this size a height has, both in points; sums of lines are off by less than a hundredth of one. */
const linesWithin = (height: number, size: number) => Math.floor(height / (size * step) + 0.01)

type Fitting = { letters: Letters; widthsOf: (lines: number, size: number) => number[] }

/** As large as it fits on two lines, else small on three. */
function nameLines(name: string, { names }: LabelLook, { letters, widthsOf }: Fitting) {
  for (const size of names) {
    const lines = breakText(name, widthsOf(2, size), { size, bold: true, letters })
    if (lines) return { lines, size }
  }
  const size = names.at(-1) ?? 9
  return { lines: breakText(name, widthsOf(3, size), { size, bold: true, letters, cut: true }) ?? [], size }
}

/** Each product on lines of its own if there is room, else on one line, else one after the other. */
function contentLines(
  items: readonly string[],
  boxes: number,
  widths: readonly number[],
  style: { size: number; bold: boolean; letters: Letters },
): string[] {
  const head = boxes > 1 ? [`${boxes}個口の合計：`] : []
  const whole = [...head]
  for (const item of items) whole.push(...(breakText(item, widths.slice(whole.length), style) ?? widths.map(() => '')))
  if (whole.length <= widths.length) return whole
  const said = [...head, ...items]
  if (said.length <= widths.length)
    return said.flatMap((item, index) => breakText(item, [widths[index] ?? 0], { ...style, cut: true }) ?? [])
  const [first = '', ...rest] = items
  return itemsWithin([`${head.join('')}${first}`, ...rest], widths, style)
}

/** Told apart without colour: a thin frame, a thick frame, white on black. */
function temperatureMark(temperature: Temperature, { x, y, size }: { x: number; y: number; size: number }): Content[] {
  const [w, h] = [size * 2.6, size * 1.3]
  const thick = temperature === 'chilled' ? 2.5 : 1
  return [
    {
      canvas: [
        {
          type: 'rect',
          x: thick / 2,
          y: thick / 2,
          w: w - thick,
          h: h - thick,
          lineWidth: thick,
          ...(temperature === 'frozen' && { color: 'black' }),
        },
      ],
      ...atPoint(x, y),
    },
    {
      ...line(temperatureOnBox[temperature], { x: x + size * 0.3, y: y + size * 0.15, size, bold: true }),
      ...(temperature === 'frozen' && { color: 'white' }),
    },
  ]
}

type LinePlace = { x: number; y: number; size: number; bold: boolean }

/** The fonts have this much room above the em: `y` is where the letters begin. */
const above = 0.28

const line = (text: string, { x, y, size, bold }: LinePlace) => ({
  text,
  bold,
  fontSize: size,
  lineHeight: 1,
  noWrap: true,
  ...atPoint(x, y - above * size),
})

const atPoint = (x: number, y: number) => ({ absolutePosition: { x, y } })
