import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatMoment, formatPostalCode } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import { deliveryNotesOf } from '#modules/ordering/delivery-notes.ts'
import { prefectureWord } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { wayOfOrder } from '#modules/ordering/way-of-order.ts'

type Sheet = {
  title: string
  body: string
  orderId: OrderId | null
  /** Where the farm answers without signing in; null: nothing is asked. */
  answerAddress: string | null
}

/** Millimetres on paper; PDF uses points. */
const mm = (length: number) => (length * 72) / 25.4

/**
 * The sheet of a fax, one page of A4 for an order of three lines with notes: black on white, thick lines, type that is legible
 * after a bad transmission and for older readers. An order that waits has boxes to tick and a QR code for phones. `phone`:
 * our number, for those who prefer to call.
 */
export async function faxSheet(ctx: Ctx, sheet: Sheet, phone: string): Promise<TDocumentDefinitions> {
  const order = sheet.orderId === null ? null : await orderDetail(ctx, sheet.orderId)
  const content: Content[] = [
    {
      columns: [
        { text: '畝と皿', fontSize: 22, bold: true },
        { text: formatMoment(ctx.now), fontSize: 14, alignment: 'right', margin: [0, 8, 0, 0] },
      ],
    },
    line(),
    { text: order ? `${order.farm.name} 御中` : '', fontSize: 20, bold: true, margin: [0, 6, 0, 4] },
    { text: sheet.title, fontSize: 22, bold: true, lineHeight: 1.1 },
    ...(sheet.body
      ? [{ text: sheet.body, fontSize: 15, lineHeight: 1.15, margin: [0, 2, 0, 2] } satisfies Content]
      : []),
  ]
  const asked = order !== null && order.state === 'placed' && sheet.answerAddress !== null
  if (order) content.push(...factsOf(order), goodsOf(order, asked))
  if (sheet.answerAddress) content.push(...answerOf(sheet.answerAddress, phone, asked))
  else content.push({ text: `お問い合わせ：電話 ${phone}`, fontSize: 16, margin: [0, 16, 0, 0] })
  return {
    pageSize: 'A4',
    pageMargins: [mm(15), mm(14), mm(15), mm(12)],
    info: { title: sheet.title },
    content,
  }
}

type Order = Awaited<ReturnType<typeof orderDetail>>

const line = (): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: mm(180), y2: 0, lineWidth: 3 }],
  margin: [0, 4, 0, 4],
})

/** Two facts side by side, the time separately: it is the one that must not be overlooked. */
const factsOf = (order: Order): Content[] => {
  const fact = (word: string, value: string): Column => ({
    stack: [
      { text: word, fontSize: 13, lineHeight: 1 },
      { text: value, fontSize: 20, bold: true, lineHeight: 1.1 },
    ],
  })
  const row = (...columns: Column[]): Content => ({ columns, columnGap: mm(6), margin: [0, 3, 0, 0] })
  return [
    row(fact('飲食店', order.restaurant.name), fact('伝票', order.number)),
    row(
      fact('お届け', formatDay(order.deliveryOn)),
      fact('出荷日', formatDay(order.shipOn)),
      ...(order.state === 'placed' ? [fact('回答期限', `${formatMoment(order.answerDueAt)}まで`)] : []),
    ),
    ...destinationOf(order),
    ...wayOf(order),
    ...deliveryNotesOf(order).map(
      ({ word, text }): Content => ({
        text: `${word}：${text}`,
        fontSize: 14,
        bold: true,
        lineHeight: 1.05,
        margin: [0, 2, 0, 0],
      }),
    ),
  ]
}

/** Where it goes, as on the label, and the telephone there. */
const destinationOf = ({ shipTo }: Order): Content[] => [
  {
    text: `お届け先：${formatPostalCode(shipTo.postalCode)} ${prefectureWord(shipTo)}${shipTo.city}${shipTo.street} ${shipTo.building}`,
    fontSize: 14,
    lineHeight: 1.05,
    margin: [0, 4, 0, 0],
  },
  { text: `電話：${shipTo.phone}`, fontSize: 14, bold: true, lineHeight: 1.05 },
]

/** How it leaves, if no carrier takes it. */
function wayOf(order: Order): Content[] {
  const way = wayOfOrder(order)
  return way === null ? [] : [{ text: `お届け方法：${way}`, fontSize: 14, bold: true }]
}

/** A box to tick, large enough for a felt pen. */
const box = (): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: mm(9), h: mm(9), lineWidth: 2.5 }],
  alignment: 'center',
  margin: [0, 4, 0, 2],
})

function goodsOf({ lines }: Order, asked: boolean): Content {
  const head = ['商品', '数量', ...(asked ? ['すべて\n出荷可', '一部\n（数量を記入）', '出荷不可'] : [])]
  const rows = lines.map((it): Content[] => [
    {
      stack: [
        { text: it.name, fontSize: 15, bold: true, lineHeight: 1.1 },
        { text: it.packLabel, fontSize: 11, lineHeight: 1 },
      ],
    },
    {
      text: `${(it.quantities.confirmed ?? it.quantities.ordered)?.qty ?? 0}${it.unitLabel}`,
      fontSize: 24,
      bold: true,
      alignment: 'center',
      noWrap: true,
    },
    ...(asked ? [box(), { text: '', fontSize: 24 }, box()] : []),
  ])
  return {
    table: {
      headerRows: 1,
      widths: asked ? ['*', mm(26), mm(20), mm(32), mm(20)] : ['*', mm(34)],
      body: [head.map((text): Content => ({ text, fontSize: 12, alignment: 'center' })), ...rows],
    },
    layout: { hLineWidth: () => 1.5, vLineWidth: () => 1.5 },
    margin: [0, 10, 0, 10],
  }
}

/** `asked`: whether it can be sent; afterwards what is in the boxes is reported. */
const answerOf = (address: string, phone: string, asked: boolean): Content[] => [
  {
    columns: [
      qrOf(address),
      {
        stack: [
          {
            text: asked ? 'スマートフォンで回答する' : '箱詰めと出荷をスマートフォンで登録する',
            fontSize: 18,
            bold: true,
            lineHeight: 1.1,
          },
          {
            text: asked
              ? '左のQRコードから、サインインせずに回答できます。'
              : '左のQRコードを読み取ってください。サインインは不要です。',
            fontSize: 14,
          },
          {
            text: asked ? '電話で回答する' : '電話で連絡する',
            fontSize: 18,
            bold: true,
            lineHeight: 1.1,
            margin: [0, 8, 0, 0],
          },
          { text: phone, fontSize: 20, bold: true, lineHeight: 1.1 },
          {
            text: asked ? '伝票番号と、この用紙に記入した内容をお伝えください。' : '伝票番号をお伝えください。',
            fontSize: 13,
            margin: [0, 2, 0, 0],
          },
        ],
      },
    ],
    columnGap: mm(6),
    unbreakable: true,
  },
]

/** A QR code that survives a fax: large modules, with error correction level Q. */
function qrOf(address: string): Column {
  const { data, size } = encode(address, { ecc: 'Q', border: 4 })
  const side = mm(46) / size
  return {
    width: mm(48),
    canvas: data.flatMap((row, y) =>
      row.flatMap((dark, x) =>
        dark
          ? [
              {
                type: 'rect' as const,
                x: x * side,
                y: y * side,
                w: side + 0.05,
                h: side + 0.05,
                color: 'black',
                lineWidth: 0,
              },
            ]
          : [],
      ),
    ),
  }
}
