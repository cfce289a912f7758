import type { Glyphs } from '#kernel/glyphs.ts'
import type { FarmProof, ShopBadge } from '../badge.ts'
import { type BadgeWords, farmWords, ringWords, shownFarms } from './badge-labels.ts'
import { lineOf, widthOf } from './lines.ts'
import { crestOf, lineBody } from './one-line.ts'
import { sealBody } from './seal.ts'
import type { Paper } from './shapes.ts'
import { ink, path, placed, qrField, rect, svgFile } from './sheet.ts'

/** Sheets of paper as drawings, in mm: the pages of a PDF. */
export const paperSize = {
  card: { name: 'A6', width: 105, height: 148 },
  lines: { name: 'A4', width: 210, height: 297 },
  poster: { name: 'A4', width: 210, height: 297 },
} as const

type Asked = { badge: ShopBadge; words: BadgeWords; letters: Glyphs; address: string }

/** The pages of a sheet, each an SVG in its size. */
export function drawPaper(paper: Paper, asked: Asked): string[] {
  const { width, height } = paperSize[paper]
  const title = `${ringWords}：${asked.badge.shop}　${asked.words.whole}　${asked.words.period}`
  return { card: [cardBody], poster: [posterBody], lines: linesPages(asked) }[paper].map((draw) =>
    svgFile({ title, box: [0, 0, width, height], mm: [width, height], body: draw(asked) }),
  )
}

/** Carton print: a broad and a fine line along the edge. */
const lines = (width: number, y: number, scale: number): string =>
  rect(0, y, width, 3 * scale, ink.pine) + rect(0, y + 3.9 * scale, width, 0.9 * scale, ink.pine)

/** A6, for the table. */
function cardBody(asked: Asked): string {
  const { badge, letters, address, words } = asked
  const { width, height } = paperSize.card
  const farms = shownFarms(badge)
  const middle = { x: width / 2, anchor: 'middle' } as const
  return [
    rect(0, 0, width, height, ink.cream),
    lines(width, 0, 1),
    path(lineOf(letters, badge.shop, { face: 'black', size: 6.4, ...middle, y: 15.4, most: 88 }), ink.ink),
    placed(sealBody({ words, letters, address: null }), 23.5, 18.5, 0.58),
    farmList(farms, letters, { x: 13, y: 82, width: 79, columns: farms.length > 4 ? 2 : 1, rows: 4, row: 8.4 }),
    `<path fill="none" stroke="${ink.soft}" stroke-width=".3" stroke-dasharray=".9 .9" d="M10 117.5H95"/>`,
    qrField(address, { x: 12, y: 120.5, side: 22.5 }),
    path(lineOf(letters, '読み取ると、', { face: 'bold', size: 4, x: 38, y: 128.6 }), ink.ink),
    path(lineOf(letters, '産地の記録が開きます', { face: 'bold', size: 4, x: 38, y: 134.6, most: 58 }), ink.ink),
    path(lineOf(letters, words.period, { face: 'figure', size: 3, x: 38, y: 140.4 }), ink.soft),
    rect(0, height - 1.6, width, 1.6, ink.pine),
  ].join('')
}

/** A4, for the wall or the window. */
function posterBody({ badge, letters, address, words }: Asked): string {
  const { width, height } = paperSize.poster
  const farms = shownFarms(badge)
  const middle = { x: width / 2, anchor: 'middle' } as const
  return [
    rect(0, 0, width, height, ink.cream),
    lines(width, 0, 2),
    path(lineOf(letters, badge.shop, { face: 'black', size: 13, ...middle, y: 31, most: 180 }), ink.ink),
    placed(sealBody({ words, letters, address: null }), 37, 38, 1.36),
    farmList(farms, letters, {
      x: 24,
      y: 182,
      width: 162,
      ...(farms.length > 4 ? { columns: 2, rows: 5, row: 11.4 } : { columns: 1, rows: 4, row: 14.25 }),
    }),
    `<path fill="none" stroke="${ink.soft}" stroke-width=".4" stroke-dasharray="1.4 1.4" d="M20 244H190"/>`,
    qrField(address, { x: 24, y: 250, side: 37 }),
    path(
      lineOf(letters, '読み取ると、産地の記録が開きます', { face: 'black', size: 6.6, x: 68, y: 264, most: 120 }),
      ink.ink,
    ),
    path(
      lineOf(letters, '受け取った納品の記録から作成しています', {
        face: 'text',
        size: 4.6,
        x: 68,
        y: 273.4,
        most: 120,
      }),
      ink.ink,
    ),
    path(lineOf(letters, words.period, { face: 'figure', size: 5, x: 68, y: 282 }), ink.soft),
    rect(0, height - 3, width, 3, ink.pine),
  ].join('')
}

type List = { x: number; y: number; width: number; columns: 1 | 2; rows: number; row: number }

/** Crest, place and name of each farm, and the number of those that do not fit. */
function farmList(farms: readonly FarmProof[], letters: Glyphs, at: List): string {
  const room = at.columns * at.rows
  const shown = farms.length > room ? farms.slice(0, room - 1) : farms
  const gap = at.row * 0.5
  const wide = (at.width - (at.columns - 1) * gap) / at.columns
  const scale = at.row / 12
  const rows = Math.ceil((shown.length + (farms.length > shown.length ? 1 : 0)) / at.columns)
  // a single column of few farms is centred
  const most = Math.min(wide, Math.max(0, ...shown.map((farm) => 12.6 * scale + nameWidth(farm, letters, scale))))
  const left = at.columns === 1 ? at.x + (at.width - most) / 2 : at.x
  const place = (i: number) => ({
    x: left + (i % at.columns) * (wide + gap),
    y: at.y + Math.floor(i / at.columns) * at.row + ((at.rows - rows) * at.row) / 2,
  })
  const cells = shown.map((farm, i) => {
    const { x, y } = place(i)
    return [
      crestOf(farm.crest, letters, { x: x + 5 * scale, y: y + 5.4 * scale }, scale),
      path(
        lineOf(letters, farmWords(farm), {
          face: 'bold',
          size: 5 * scale,
          x: x + 12.6 * scale,
          y: y + 7.2 * scale,
          most: wide - 12.6 * scale,
        }),
        ink.ink,
      ),
    ].join('')
  })
  if (farms.length > shown.length) {
    const { x, y } = place(shown.length)
    const words = `他${farms.length - shown.length}農園`
    cells.push(
      path(
        lineOf(letters, words, { face: 'bold', size: 5 * scale, x: x + 12.6 * scale, y: y + 7.2 * scale }),
        ink.soft,
      ),
    )
  }
  return cells.join('')
}

const nameWidth = (farm: FarmProof, letters: Glyphs, scale: number) =>
  widthOf(letters, farmWords(farm), { face: 'bold', size: 5 * scale })

const [columns, rowsOfLines, cellHeight] = [2, 15, 17] as const
const [lineWidth, left, top] = [90, 12, 28] as const

/** A4 of lines to cut out: the whole first, then each farm, in both columns. */
function linesPages({ badge }: Asked): ((asked: Asked) => string)[] {
  const once = [null, ...shownFarms(badge)]
  // few lines are repeated to fill their page
  const all = Array.from({ length: Math.max(once.length, rowsOfLines) }, (_, i) => once[i % once.length] ?? null)
  const pages = Array.from({ length: Math.ceil(all.length / rowsOfLines) }, (_, i) =>
    all.slice(i * rowsOfLines, (i + 1) * rowsOfLines),
  )
  return pages.map((farms) => (asked) => linesBody(asked, farms))
}

function linesBody({ letters, words, badge }: Asked, farms: readonly (FarmProof | null)[]): string {
  const { width, height } = paperSize.lines
  const cells = farms.flatMap((farm, row) =>
    Array.from({ length: columns }, (_, column) => {
      const [x, y] = [left + column * (lineWidth + 6), top + row * cellHeight]
      return placed(
        lineBody({ words, letters }, { farm, address: null }),
        x,
        y + (cellHeight - 10.8) / 2,
        lineWidth / 100,
      )
    }),
  )
  const end = top + farms.length * cellHeight
  const cuts = [
    ...Array.from({ length: farms.length + 1 }, (_, row) => `M8 ${top + row * cellHeight}H${width - 8}`),
    ...Array.from(
      { length: columns + 1 },
      (_, column) => `M${left - 3 + column * (lineWidth + 6)} ${top - 4}V${end + 4}`,
    ),
  ].join('')
  return [
    rect(0, 0, width, height, ink.paper),
    path(lineOf(letters, 'メニューに貼る一行シール', { face: 'black', size: 6, x: 12, y: 15 }), ink.ink),
    path(
      lineOf(letters, `${badge.shop}　点線で切ってお使いください`, {
        face: 'text',
        size: 3.6,
        x: 12,
        y: 21,
        most: 186,
      }),
      ink.soft,
    ),
    ...cells,
    `<path fill="none" stroke="${ink.soft}" stroke-width=".15" stroke-dasharray="1.2 1.2" d="${cuts}"/>`,
  ].join('')
}
