/**
 * The papers on which box labels are printed. Lengths are millimetres.
 *
 * Sheets: A4 upright, without gaps between the labels; public presets of the same product differ by 0.3 mm, therefore every
 * farm keeps an offset of its own. Rolls and single labels: one label is one page.
 */
export type LabelSheet = {
  /** What the farm reads on the pack of labels. */
  word: string
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  left: number
  top: number
}

export const labelSheets = {
  a4_12: {
    word: 'A4 12面（86.4×42.3mm。A-one 72212、ヒサゴ ELM008、コクヨ KPC-E1121 など）',
    page: { width: 210, height: 297 },
    label: { width: 86.4, height: 42.3 },
    columns: 2,
    rows: 6,
    left: 18.6,
    top: 21.6,
  },
  a4_24: {
    word: 'A4 24面（66×33.9mm。A-one 72224、ヒサゴ ELM012 など）',
    page: { width: 210, height: 297 },
    label: { width: 66, height: 33.9 },
    columns: 3,
    rows: 8,
    left: 6,
    top: 12.9,
  },
  a4_10: {
    word: 'A4 10面（86.4×50.8mm。A-one 75210 など）',
    page: { width: 210, height: 297 },
    label: { width: 86.4, height: 50.8 },
    columns: 2,
    rows: 5,
    left: 18.6,
    top: 21.5,
  },
  single_100x150: {
    word: '100×150mmのラベル（1枚に1個口）',
    page: { width: 100, height: 150 },
    label: { width: 100, height: 150 },
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
  },
  /** 696 dots of 300 dpi can be printed across; each label is cut off after 100 mm. */
  roll_62: {
    word: '62mm幅のロール（ブラザー QL など。長さ100mmで切ります）',
    page: { width: 62, height: 100 },
    label: { width: (696 / 300) * 25.4, height: 100 },
    columns: 1,
    rows: 1,
    left: (62 - (696 / 300) * 25.4) / 2,
    top: 0,
  },
} as const satisfies Record<string, LabelSheet>

export type LabelSheetName = keyof typeof labelSheets
export const labelSheetNames = ['a4_12', 'a4_24', 'a4_10', 'single_100x150', 'roll_62'] as const satisfies readonly [
  LabelSheetName,
  ...LabelSheetName[],
]

export const labelsOnSheet = ({ columns, rows }: Pick<LabelSheet, 'columns' | 'rows'>): number => columns * rows

/** The most labels that any sheet has: the last possible start. */
export const mostOnSheet = Math.max(...labelSheetNames.map((name) => labelsOnSheet(labelSheets[name])))

/** A printer is rarely off by more, and further the labels would leave their sheet. */
export const mostOffsetTenths = 50

export type LabelOffset = { xTenths: number; yTenths: number }

/** Where the label with this index (0 is the first of the sheet) begins: its upper left corner, moved by the offset. */
export function placeOnSheet(sheet: LabelSheet, index: number, { xTenths, yTenths }: LabelOffset) {
  const column = index % sheet.columns
  const row = Math.floor(index / sheet.columns)
  return {
    x: sheet.left + column * sheet.label.width + xTenths / 10,
    y: sheet.top + row * sheet.label.height + yTenths / 10,
  }
}
