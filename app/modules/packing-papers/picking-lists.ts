import type { Content, ContentSection, TableCell } from 'pdfmake/interfaces.js'
import type { Temperature } from '#kernel/enums.ts'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { grams } from '#kernel/grams.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { deliveryNotesOf } from '#modules/ordering/delivery-notes.ts'
import type { DayOrders, PaperLine, PaperOrder } from './day-orders.server.ts'
import { linesInBox } from './lines-in-box.ts'
import { type PaperPart, paperPartWord } from './paper-parts.ts'
import { lineText } from './quantity-text.ts'

/** As it stands on a box. */
export const temperatureOnBox: Record<Temperature, string> = { ambient: '常温', chilled: '冷蔵', frozen: '冷凍' }

/** What is fetched for the whole day: every product with its sum, then for whom. Without prices: helpers pack, too. */
export function pickingByProduct(day: DayOrders): ContentSection {
  const products = [
    ...Map.groupBy(
      day.orders.flatMap((order) => order.lines.map((line) => ({ order, line }))),
      ({ line }) => `${line.productId} ${line.packLabel}`,
    ).values(),
  ]
  return listOf(day, 'products', [
    table(
      [14, '*', 150, 60],
      [headCells(['', '商品・取引先', '数量', 'ロット'])],
      products.flatMap((shares) => productRows(shares)),
    ),
  ])
}

type Share = { order: PaperOrder; line: PaperLine }

function productRows(shares: readonly Share[]): TableCell[][] {
  const [first] = shares
  if (!first) return []
  const { name, packLabel, temperature } = first.line
  return [
    [
      box(),
      {
        stack: [
          { text: name, bold: true, fontSize: 12 },
          `${packLabel}　${temperatureOnBox[temperature]}　${shares.length}件`,
        ],
      },
      { text: lineText(sumOf(shares.map(({ line }) => line))), bold: true, fontSize: 12, alignment: 'right' },
      '',
    ],
    ...shares.map(({ order, line }): TableCell[] => [
      '',
      `${order.turn}．${order.kitchen}`,
      { text: lineText(line), alignment: 'right' },
      line.lots.join('、'),
    ]),
  ]
}

/** Of the same pack; the weight is known once that of every line is. */
function sumOf(lines: readonly PaperLine[]): PaperLine {
  const [first] = lines
  if (!first) throw new TypeError('no lines')
  const isKnown = lines.every((line) => line.grams !== null)
  return {
    ...first,
    qty: lines.reduce((sum, { qty }) => sum + qty, 0),
    grams: isKnown ? grams(lines.reduce((sum, line) => sum + (line.grams ?? 0), 0)) : null,
  }
}

/** What goes into the boxes of each kitchen, with its message. A long one repeats its head on the next page. */
export const pickingByOrder = (day: DayOrders): ContentSection =>
  listOf(
    day,
    'orders',
    day.orders.map((order): Content => {
      const head: TableCell = { colSpan: 5, border: [false, false, false, false], stack: orderHead(order, day) }
      const rows = order.lines.map((line): TableCell[] => [
        box(),
        { stack: [{ text: line.name, bold: true, fontSize: 11 }, line.packLabel] },
        temperatureOnBox[line.temperature],
        { text: lineText(line), bold: true, fontSize: 11, alignment: 'right' },
        line.lots.join('、') || '＿＿＿＿＿＿',
      ])
      return {
        stack: [
          table(
            [14, '*', 34, 150, 70],
            [[head, '', '', '', ''], headCells(['', '商品', '温度', '数量', 'ロット'])],
            [...rows, ...boxRows(order)],
          ),
        ],
        margin: [0, 0, 0, 12],
      }
    }),
  )

const orderHead = (order: PaperOrder, day: DayOrders): Content[] => [
  {
    columns: [
      { width: '*', text: `${order.turn}．${order.kitchen}　御中`, bold: true, fontSize: 13 },
      { width: 180, text: boxesText(order), bold: true, fontSize: 11, alignment: 'right' },
    ],
    columnGap: 8,
  },
  [
    order.place,
    `納品 ${formatDay(order.deliveryOn)} ${slotWord[order.slot]}`,
    `注文番号 ${order.number}`,
    ...(order.shipOn === day.day ? [] : [`出荷予定 ${formatDay(order.shipOn)}`]),
  ].join('　'),
  ...deliveryNotesOf(order).map(({ word, text }) => ({ text: `${word}：${text}`, bold: true })),
]

/** 冷蔵1：3箱 トマト、2袋 バジル; nothing where the farm has not said it. */
const boxRows = (order: PaperOrder): TableCell[][] =>
  order.boxes.flatMap((box, index) => {
    if (box.contents.length === 0) return []
    const items = linesInBox(order, box).lines.map((line) => `${formatNumber(line.qty)}${line.unit} ${line.name}`)
    const name = box.name || `個口${index + 1}`
    return [[{ colSpan: 5, text: [{ text: `${name}　`, bold: true }, items.join('、')] }, '', '', '', '']]
  })

/** 3個口（冷蔵2・冷凍1） */
function boxesText({ boxes }: Pick<PaperOrder, 'boxes'>): string {
  const kinds = [...Map.groupBy(boxes, ({ temperature }) => temperature)].map(
    ([it, of]) => `${temperatureOnBox[it]}${of.length}`,
  )
  return `${formatNumber(boxes.length)}個口（${kinds.join('・')}）`
}

function listOf({ day, farm, orders }: DayOrders, part: PaperPart, content: Content[]): ContentSection {
  const boxes = orders.reduce((sum, order) => sum + order.boxes.length, 0)
  const title = `${paperPartWord[part]}　${formatDay(day)}出荷`
  return {
    pageMargins: [36, 36, 36, 44],
    footer: numbered(title),
    section: [
      { text: title, bold: true, fontSize: 16 },
      { text: `${farm.name}　${formatNumber(orders.length)}件　${formatNumber(boxes)}個口`, margin: [0, 0, 0, 8] },
      ...content,
    ],
  }
}

/** The pages of one paper are counted on their own, from 1. */
export function numbered(title: string) {
  let first: number | null = null
  return (page: number): Content => {
    first ??= page
    return {
      columns: [
        { text: title, noWrap: true },
        { text: `${page - first + 1}枚目`, noWrap: true, alignment: 'right', width: 60 },
      ],
      margin: [36, 12, 36, 0],
      fontSize: 9,
    }
  }
}

const table = (widths: (number | '*')[], heads: TableCell[][], rows: TableCell[][]): Content => ({
  table: {
    headerRows: heads.length,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths,
    body: [...heads, ...rows],
  },
  layout: {
    hLineWidth: () => 0.75,
    vLineWidth: () => 0,
    paddingTop: () => 3,
    paddingBottom: () => 2,
  },
})

const headCells = (words: readonly string[]) => words.map((text): TableCell => ({ text, bold: true }))

/** To be ticked with a felt pen. */
const box = (): TableCell => ({ canvas: [{ type: 'rect', x: 0, y: 2, w: 11, h: 11, lineWidth: 1 }] })
