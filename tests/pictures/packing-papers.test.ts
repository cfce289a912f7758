import type { ContentSection } from 'pdfmake/interfaces.js'
import { expect, test } from 'vitest'
import { joinPdfs } from '../../app/infra/join-pdfs.server.ts'
import { letterWidth, pdfOf } from '../../app/infra/pdf.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { printedBody, qrSide } from '../../app/modules/issued-documents/document-paper.ts'
import { blackOnWhite } from '../../app/modules/packing-papers/black-on-white.ts'
import { labelPages, outlinePage } from '../../app/modules/packing-papers/box-labels.ts'
import { drawPapers } from '../../app/modules/packing-papers/draw-papers.ts'
import {
  type LabelSheetName,
  labelSheetNames,
  labelSheets,
  labelsOnSheet,
  placeOnSheet,
} from '../../app/modules/packing-papers/label-sheets.ts'
import { pickingByOrder, pickingByProduct } from '../../app/modules/packing-papers/picking-lists.ts'
import { qrRows } from '../../app/modules/packing-papers/qr-rows.ts'
import { type FoodLabel, labelFacts } from '../../app/modules/products/catalog/food-facts/food-label.ts'
import { factsLine } from '../../app/modules/products/catalog/food-facts/printed-facts.ts'
import {
  aPackingDay,
  aPaperBox,
  aPaperLine,
  aPaperOrder,
  longestKitchen,
  theLargestOrder,
} from '../factories/packing-day.ts'
import { aDeliverySlip, aPaper } from '../factories/papers.ts'
import { greyAreas, inkIn, type PagePicture, pagesAsPictures, textOfPdf } from '../support/pdf-picture.ts'
import { readQr } from '../support/read-qr.ts'

const none = { xTenths: 0, yTenths: 0 }
const tools = { origin: 'https://une-to-sara.example', letters: letterWidth }
const pdf = (sections: ContentSection[]) => pdfOf({ content: sections })
const labels = (sheet: LabelSheetName, { start = 1, ...offset } = { ...none, start: 1 }) =>
  pdf(labelPages(aPackingDay(), { sheet, start, ...offset }, tools).map((page) => page()))

/** Within 1.5 mm of its edges a label is white: what is cut or fed a little off loses nothing. */
function edgesOf(sheet: LabelSheetName, index: number) {
  const { label } = labelSheets[sheet]
  const { x, y } = placeOnSheet(labelSheets[sheet], index, none)
  const edge = 1.5
  return [
    { x, y, width: label.width, height: edge },
    { x, y: y + label.height - edge, width: label.width, height: edge },
    { x, y, width: edge, height: label.height },
    { x: x + label.width - edge, y, width: edge, height: label.height },
  ]
}

test.each(labelSheetNames)(
  'on %s every box has its label, and no label touches the edge of its cell',
  async (sheet) => {
    const pages = await pagesAsPictures(await labels(sheet))
    const perPage = labelsOnSheet(labelSheets[sheet])
    expect(pages).toHaveLength(Math.ceil(13 / perPage))
    for (let box = 0; box < 13; box++) {
      const page = pages[Math.floor(box / perPage)] as PagePicture
      const index = box % perPage
      expect(edgesOf(sheet, index).map((area) => inkIn(page, area))).toEqual([0, 0, 0, 0])
      const { x, y } = placeOnSheet(labelSheets[sheet], index, none)
      expect(inkIn(page, { x, y, ...labelSheets[sheet].label })).toBeGreaterThan(2_000)
    }
    for (const page of pages) expect(greyAreas(page)).toBe(0)
  },
)

test('a label names the kitchen, the box of how many, the temperature, the goods, the lot and the origin', async () => {
  const text = (await textOfPdf(await labels('single_100x150'))).replaceAll(/\s/g, '')
  for (const part of ['1/1', '12/12', '冷蔵', '冷凍', '常温', '24日(火)着', '東京・神楽坂', '熊本県産', '佐藤農園'])
    expect(text).toContain(part)
  expect(text).toContain(longestKitchen.slice(0, 10))
  expect(text).toContain('3箱大玉トマト桃太郎')
  expect(text).toContain('ロット261123')
  expect(text).toContain('4個口の合計')
})

test('the whole name of the kitchen stands on the smallest label', async () => {
  const text = (
    await textOfPdf(
      await pdf(
        labelPages(
          aPackingDay([aPaperOrder({ kitchen: longestKitchen })]),
          { sheet: 'a4_24', start: 1, ...none },
          tools,
        ).map((page) => page()),
      ),
    )
  ).replaceAll(/\s/g, '')
  expect(text).toContain(longestKitchen.slice(-4))
})

const preparedFood =
  '名称 そうざい　原材料名 あさり（国産）、清酒、食塩／調味料（アミノ酸等）、（一部に小麦・大豆を含む）　内容量 500g　保存方法 －18℃以下　製造者 佐藤農園'

test('what the law asks to be said of food stands whole on a label that has room, and else refers to the slip', async () => {
  const order = aPaperOrder({ lines: [aPaperLine({ name: 'あさりの酒蒸し', facts: preparedFood })] })
  const textOn = async (sheet: LabelSheetName) => {
    const pages = labelPages(aPackingDay([order]), { sheet, start: 1, ...none }, tools)
    return (await textOfPdf(await pdf(pages.map((page) => page())))).replaceAll(/\s/g, '')
  }
  for (const sheet of ['single_100x150', 'roll_62'] as const)
    expect(await textOn(sheet)).toContain(preparedFood.replaceAll(/\s/g, ''))
  for (const sheet of ['a4_12', 'a4_24'] as const) expect(await textOn(sheet)).toContain('…続きは納品書に記載')
})

test('a label that has no room for all says until when, how it is kept and the allergens', async () => {
  const clams: FoodLabel = {
    name: 'あさりの酒蒸し',
    category: 'processed',
    itemKey: '',
    variety: '',
    method: 'conventional',
    storageNote: '－18℃以下',
    allergens: ['wheat', 'shrimp'],
    facts: {
      ingredients: 'あさり（国産）、清酒、しょうゆ、食塩、砂糖、干しえび、昆布、しょうが'.repeat(2),
      dateKind: '賞味期限',
    },
  }
  const bestBeforeOn = jstDate('2026-12-05')
  const lots = [{ facts: {}, harvestedOn: jstDate('2026-11-23'), bestBeforeOn }]
  const facts = factsLine(labelFacts('label', clams, lots, '熊本県').facts)
  const order = aPaperOrder({ lines: [aPaperLine({ name: clams.name, facts })] })
  const pages = labelPages(aPackingDay([order]), { sheet: 'a4_12', start: 1, ...none }, tools)
  const text = (await textOfPdf(await pdf(pages.map((page) => page())))).replaceAll(/\s/g, '')
  expect(text).toContain('賞味期限2026年12月5日(土)保存方法－18℃以下アレルゲン小麦・えび')
  expect(text).toContain('…続きは納品書に記載')
})

test('used labels of a sheet stay empty, and the offset moves everything', async () => {
  const sheet = 'a4_24'
  const [page] = await pagesAsPictures(await labels(sheet, { start: 5, ...none }))
  const [moved] = await pagesAsPictures(await labels(sheet, { start: 5, xTenths: 20, yTenths: 10 }))
  if (!page || !moved) throw new Error('no page')
  const inkAt = (index: number) =>
    inkIn(page, { ...placeOnSheet(labelSheets[sheet], index, none), ...labelSheets[sheet].label })
  expect([0, 1, 2, 3].map(inkAt)).toEqual([0, 0, 0, 0])
  expect(inkAt(4)).toBeGreaterThan(2_000)
  expect(firstInk(moved).x - firstInk(page).x).toBeCloseTo(2, 0)
  expect(firstInk(moved).y - firstInk(page).y).toBeCloseTo(1, 0)
})

/** The first column and row with ink, in millimetres. */
function firstInk({ width, height, pixels, perMm }: PagePicture) {
  const rows = Array.from({ length: height }, (_, y) => y)
  const columns = Array.from({ length: width }, (_, x) => x)
  const isInk = (x: number, y: number) => (pixels[y * width + x] ?? 255) < 255
  const y = rows.findIndex((row) => columns.some((x) => isInk(x, row)))
  const x = columns.findIndex((column) => rows.some((row) => isInk(column, row)))
  return { x: x / perMm, y: y / perMm }
}

test.each(labelSheetNames)('the outlines of %s are where its labels are', async (sheet) => {
  const pages = await pagesAsPictures(await pdf([outlinePage(sheet, none)]))
  expect(pages).toHaveLength(1)
  const [page] = pages
  if (!page) throw new Error('no page')
  const { page: paper, left, top } = labelSheets[sheet]
  expect(page.width / page.perMm).toBeCloseTo(paper.width, 0)
  expect(page.height / page.perMm).toBeCloseTo(paper.height, 0)
  expect(Math.abs(firstInk(page).x - left)).toBeLessThan(0.3)
  expect(Math.abs(firstInk(page).y - top)).toBeLessThan(0.3)
})

test('lists and slips are black on white, and nothing leaves the page', async () => {
  const day = aPackingDay([theLargestOrder(), aPaperOrder(), ...Array.from({ length: 30 }, () => aPaperOrder())])
  const slip = printedBody(aPaper(aDeliverySlip()), qrRows(tools.origin, qrSide))
  const bytes = await pdf([
    pickingByProduct(day),
    pickingByOrder(day),
    { pageMargins: [40, 40, 40, 52], section: blackOnWhite(slip) },
  ])
  const pages = await pagesAsPictures(bytes)
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages) {
    expect(greyAreas(page)).toBe(0)
    expect(inkIn(page, { x: 0, y: 0, width: 10, height: 297 })).toBe(0)
    expect(inkIn(page, { x: 200, y: 0, width: 10, height: 297 })).toBe(0)
    expect(inkIn(page, { x: 0, y: 290, width: 210, height: 7 })).toBe(0)
  }
})

test('a picking list says units, pieces and weights, has room for what is weighed, and no price', async () => {
  const text = (
    await textOfPdf(await pdf([pickingByProduct(aPackingDay()), pickingByOrder(aPackingDay())]))
  ).replaceAll(/\s/g, '')
  for (const part of [
    '3箱（30袋・12kg）',
    '＿＿＿＿kg',
    '飲食店からの備考：裏口から搬入をお願いします。',
    '12個口（常温4・冷蔵4・冷凍4）',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/[¥￥円]/)
})

test('a slip and a picking list of sixty long lines are printed whole, joined from parts as well', async () => {
  const longName = (index: number) =>
    `第${index}番 とても長い名前の季節の特別な野菜の詰め合わせ 十勝産メークイン`.slice(0, 40)
  const lines = Array.from({ length: 60 }, (_, index) => index + 1)
  const slip = aDeliverySlip()
  const [line] = slip.lines
  if (!line) throw new Error('no line')
  const lots = Array.from({ length: 8 }, (_, index) => `2611${10 + index}-B`)
  const long = aPaper({ ...slip, lines: lines.map((index) => ({ ...line, name: longName(index), lots })) })
  const goods = lines.map((index) => aPaperLine({ name: longName(index), lots }))
  const order = aPaperOrder({
    lines: goods,
    note: '搬入についてのお願い。'.repeat(90),
    boxes: Array.from({ length: 15 }, (_, index) =>
      aPaperBox('chilled', {
        name: `冷蔵${index + 1}`,
        contents: goods.slice(index * 4, index * 4 + 4).map(({ id, qty }) => ({ lineId: id, qty })),
      }),
    ),
  })
  const day = aPackingDay([order, ...Array.from({ length: 3 }, () => aPaperOrder())])
  const job = {
    day,
    chosen: { day: day.day, sheet: 'single_100x150' as const, start: 1, rightTenths: 0, downTenths: 0 },
    slips: Array.from({ length: 45 }, (_, index) => (index === 44 ? long : aPaper(aDeliverySlip()))),
    origin: tools.origin,
  }
  const text = (part: 'orders' | 'slips') =>
    drawPapers({ ...job, chosen: { ...job.chosen, parts: [part] } }, { letters: letterWidth, pdfOf, joinPdfs })
      .then(textOfPdf)
      .then((it) => it.replaceAll(/\s/g, ''))
  const [slips, picking] = [await text('slips'), await text('orders')]
  for (const index of lines) {
    expect(slips.match(new RegExp(`第${index}番`, 'g'))).toHaveLength(1)
    // among the goods, and in its parcel
    expect(picking.match(new RegExp(`第${index}番`, 'g'))).toHaveLength(2)
  }
  expect(picking).toContain('搬入についてのお願い。'.repeat(3))
  expect(picking).toContain('冷蔵15')
  expect(slips.match(/納品書/g)?.length).toBeGreaterThan(44)
}, 60_000)

test('no letter of a paper is smaller than 9 points', () => {
  const sizes: number[] = []
  const look = (part: unknown): void => {
    if (Array.isArray(part)) for (const it of part) look(it)
    else if (typeof part === 'object' && part !== null)
      for (const [name, value] of Object.entries(part)) {
        if (name === 'fontSize') sizes.push(Number(value))
        else look(value)
      }
  }
  const day = aPackingDay()
  look([
    pickingByProduct(day),
    pickingByOrder(day),
    blackOnWhite(printedBody(aPaper(aDeliverySlip()), qrRows(tools.origin, qrSide))),
  ])
  for (const sheet of labelSheetNames) look(labelPages(day, { sheet, start: 1, ...none }, tools).map((page) => page()))
  expect(sizes.length).toBeGreaterThan(100)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(9)
})

test.each([13, 18, 22, 32])('a QR code of %i mm can be read from its picture', async (side) => {
  const address = `${tools.origin}/restaurant/receiving/${newId<'order'>()}`
  const qr = qrRows(address, (side * 72) / 25.4)
  const small: ContentSection = { section: [qr], pageSize: { width: 120, height: 120 }, pageMargins: [10, 10, 10, 10] }
  const [page] = await pagesAsPictures(await pdf([small]), 600)
  if (!page) throw new Error('no page')
  expect(readQr(darkSquares(page))).toBe(address)
  expect(greyAreas(page)).toBe(0)
})

/** The dark squares of the QR code that is alone on a page, by the pixel in the middle of each. */
function darkSquares({ width, height, pixels }: PagePicture): [row: number, column: number][] {
  const isInk = (x: number, y: number) => (pixels[y * width + x] ?? 255) < 255
  const inRow = (y: number) => Array.from({ length: width }, (_, x) => x).filter((x) => isInk(x, y))
  const top = Array.from({ length: height }, (_, y) => y).findIndex((y) => inRow(y).length > 0)
  const [left = 0, ...more] = inRow(top)
  const right = more.at(-1) ?? left
  // the edge of a finder pattern is seven squares long
  const module = more.findIndex((x, index) => x !== left + index + 1) / 7
  // 21 squares, and four more for each version
  const size = 17 + 4 * Math.round(((right + 1 - left) / module - 17) / 4)
  const middle = (index: number, from: number) => Math.floor(from + ((index + 0.5) * (right + 1 - left)) / size)
  return Array.from({ length: size * size }, (_, index): [number, number] => [
    Math.floor(index / size),
    index % size,
  ]).filter(([row, column]) => isInk(middle(column, left), middle(row, top)))
}
