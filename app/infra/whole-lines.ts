/** A4 across, in points. */
const a4Width = 595.28
/** The most that a layout of the library puts on both sides of the text in a cell together, and the thickest line of a table. In points. */
const cellPadding = 16
const cellLine = 2

/** How far a text advances, in points, at the given size. */
type Measure = (text: string, size: number) => number
/** `paper` and `margins`: of its pages, as the library takes them; A4 without a size. `size`: of letters without one, in points. */
type Page = { paper: unknown; margins: unknown; size: number; measure: Measure }
type Room = { width: number; size: number; measure: Measure }
type Node = { readonly [name: string]: unknown }

/**
 * Marks each text that fits into its column as one that is not broken. Japanese may be broken between any two characters, so the
 * library otherwise measures, places and draws each character on its own, which is most of the work for a paper. A text whose
 * room is not known (a column as wide as its content, a text at a place of its own) stays as it is.
 */
export function withWholeLines<T>(content: T, page: Page): T
export function withWholeLines(content: unknown, { paper, margins, size, measure }: Page): unknown {
  return partOf(content, { width: widthOf(paper) - sidesOf(margins), size, measure })
}

function partOf(part: unknown, room: Room): unknown {
  if (typeof part === 'string') return fits(part, room) ? { text: part, noWrap: true } : part
  if (Array.isArray(part)) return part.map((it) => partOf(it, room))
  return isNode(part) ? nodeOf(part, room) : part
}

function nodeOf(node: Node, around: Room): Node {
  if ('noWrap' in node || 'absolutePosition' in node) return node
  if ('section' in node) return sectionOf(node, around)
  const size = typeof node.fontSize === 'number' ? node.fontSize : around.size
  const room = { ...around, size, width: around.width - sidesOf(node.margin) }
  if ('text' in node) return fits(node.text, room) ? { ...node, noWrap: true } : node
  if ('stack' in node) return { ...node, stack: partOf(node.stack, room) }
  if (Array.isArray(node.columns))
    return { ...node, columns: columnsOf(node.columns, Number(node.columnGap ?? 0), room) }
  if (isNode(node.table)) return { ...node, table: tableOf(node.table, room) }
  return node
}

function sectionOf(node: Node, around: Room): Node {
  const inside = 'pageMargins' in node ? widthOf(node.pageSize) - sidesOf(node.pageMargins) : around.width
  return { ...node, section: partOf(node.section, { ...around, width: inside }) }
}

function columnsOf(columns: readonly unknown[], gap: number, room: Room): unknown[] {
  const wanted = columns.map((column) => (isNode(column) ? (column.width ?? '*') : '*'))
  const widths = widthsOf(wanted, room.width - gap * (columns.length - 1))
  return columns.map((column, at) => within(column, widths[at] ?? null, room))
}

function tableOf(table: Node, room: Room): Node {
  if (!Array.isArray(table.widths) || !Array.isArray(table.body)) return table
  const { length } = table.widths
  const widths = widthsOf(table.widths, room.width - length * cellPadding - (length + 1) * cellLine)
  return {
    ...table,
    body: table.body.map((row) =>
      Array.isArray(row) ? row.map((cell, at) => within(cell, spanOf(cell, widths.slice(at)), room)) : row,
    ),
  }
}

const spanOf = (cell: unknown, widths: readonly (number | null)[]): number | null =>
  widths
    .slice(0, isNode(cell) ? Number(cell.colSpan ?? 1) : 1)
    .reduce((sum, width) => (sum === null || width === null ? null : sum + width), 0)

const within = (part: unknown, width: number | null, room: Room): unknown =>
  width === null ? part : partOf(part, { ...room, width })

/** Columns of a given width, and those that share the rest; null: not known, as is the rest beside such a column. */
function widthsOf(wanted: readonly unknown[], width: number): (number | null)[] {
  const given = wanted.filter((it) => typeof it === 'number')
  const shares = wanted.filter((it) => it === '*').length
  const share =
    given.length + shares === wanted.length ? (width - given.reduce((sum, it) => sum + it, 0)) / shares : null
  return wanted.map((it) => (typeof it === 'number' ? it : it === '*' ? share : null))
}

function fits(text: unknown, { width, size, measure }: Room): boolean {
  const runs = runsOf(text, size)
  if (runs === null || runs.some((run) => run.text.includes('\n'))) return false
  return runs.reduce((sum, run) => sum + measure(run.text, run.size), 0) <= width
}

/** The pieces of a text; null: it has something else in it. */
function runsOf(text: unknown, size: number): { text: string; size: number }[] | null {
  if (typeof text === 'string') return [{ text, size }]
  if (isNode(text)) return runsOf(text.text, typeof text.fontSize === 'number' ? text.fontSize : size)
  if (!Array.isArray(text)) return null
  const runs = text.map((it) => runsOf(it, size))
  return runs.every((it) => it !== null) ? runs.flat() : null
}

/** The margins on the left and on the right together: one for all sides, across and upright, or each; negative ones give no room. */
function sidesOf(margin: unknown): number {
  const [left = 0, , right = left] = Array.isArray(margin) ? margin.map(Number) : [Number(margin ?? 0)]
  return Math.max(0, left) + Math.max(0, right)
}

function widthOf(paper: unknown): number {
  if (isNode(paper)) return Number(paper.width)
  if (paper === undefined || paper === 'A4') return a4Width
  throw new TypeError(`the width of a page of size ${String(paper)} is not known`)
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && !Array.isArray(part)
