import type { CsvCell } from '#kernel/csv.ts'
import { categories, methods } from '#kernel/enums.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import type { CsvLine } from '#kernel/read-csv.ts'
import { categoryWord, methodWord } from '#modules/products/catalog/catalog-labels.ts'
import type { TypedGoods } from './product-fields.ts'

/** The columns of the file, in order: the heading, and the field. */
const columns = [
  ['番号', 'id'],
  ['商品名', 'name'],
  ['何の品', 'item'],
  ['フリガナ', 'kana'],
  ['種類', 'category'],
  ['作り方', 'method'],
  ['品種', 'variety'],
  ['等級', 'grade'],
  ['売り方', 'soldBy'],
  ['単位', 'unit'],
  ['中身kg', 'netKg'],
  ['入り数', 'pieces'],
  ['重さのはば%', 'tolerance'],
  ['入り数の書き方', 'packLabel'],
  ['温度', 'temperature'],
  ['値段（税抜）', 'price'],
  ['税', 'taxKind'],
  ['少ない数', 'minQty'],
  ['いくつずつ', 'orderStep'],
  ['多い数', 'maxQty'],
  ['在庫', 'stock'],
  // the stock at the time of the export, so that an unchanged number does not overwrite later orders
  ['書き出した時の在庫', 'stockSeen'],
  ['出せる月', 'seasonMonths'],
  ['保存', 'storageNote'],
  ['ひとこと', 'description'],
] as const
type Field = (typeof columns)[number][1]

/** The words in the file for choices of the page. */
const choices: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  category: Object.fromEntries(categories.map((it) => [categoryWord[it], it])),
  method: Object.fromEntries(methods.map((it) => [methodWord[it], it])),
  soldBy: { 決まった重さ: 'fixed', 量り売り: 'weight', 不定貫: 'weight' },
  temperature: { 常温: 'ambient', 冷蔵: 'chilled', 冷凍: 'frozen' },
  taxKind: { 軽減: 'food', 標準: 'standard' },
}

export const goodsCsvHead: readonly CsvCell[] = columns.map(([word]) => word)

const wordFor = (field: Field, value: string): string =>
  Object.entries(choices[field] ?? {}).find(([, known]) => known === value)?.[0] ?? value

/** Numbers are written as numbers, so that spreadsheets can calculate with them. */
export const goodsCsvCells = ({ id, typed }: { id: ProductId; typed: TypedGoods }): CsvCell[] =>
  columns.map(([, field]) => {
    if (field === 'id') return id
    const value = wordFor(field, typed[field === 'stockSeen' ? 'stock' : field] ?? '')
    if (value === '') return null
    return /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  })

/** One line of a file: which product it changes, or null for a new one; or why it cannot be read. */
export type CsvRow = { line: number; id: ProductId | null; typed: TypedGoods } | { line: number; wrong: string }

const mostCsvRows = 10_000

/** The heading of a column, used in sentences about its field. */
export const columnWord = (field: string): string => columns.find(([, known]) => known === field)?.[0] ?? field

/** A value as the file writes it: 慣行栽培, not conventional. */
export const csvWord = (field: string, value: string): string => (isField(field) ? wordFor(field, value) : value)

const isField = (name: string): name is Field => columns.some(([, known]) => known === name)

/**
 * The content of a file, line by line. Columns are recognised by their headings, in any order; missing ones stay
 * unchanged.
 */
export function readGoodsCsv(
  given: readonly CsvLine[],
): { ok: true; rows: CsvRow[] } | { ok: false; sentence: string } {
  const [first, ...lines] = given
  if (!first) return { ok: false, sentence: 'ファイルに何も入っていません。' }
  const fields = first.cells.map(
    (word) => columns.find(([known]) => known === word.normalize('NFC').trim())?.[1] ?? null,
  )
  if (!fields.includes('id') && !fields.includes('name'))
    return {
      ok: false,
      sentence: '1行目に「番号」か「商品名」の見出しがありません。書き出したCSVの1行目を、そのまま使ってください。',
    }
  if (lines.length > mostCsvRows)
    return {
      ok: false,
      sentence: `一度に取り込めるのは${mostCsvRows.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`,
    }
  const seen = new Set<string>()
  return {
    ok: true,
    rows: lines.map(({ line, cells }): CsvRow => {
      const typed: Record<string, string> = {}
      for (const [at, field] of fields.entries()) if (field) typed[field] = choiceIn(field, (cells[at] ?? '').trim())
      const { id: said = '', ...rest } = typed
      const id = said === '' ? null : parseId<'product'>(said)
      if (said !== '' && !id) return { line, wrong: '番号が読めません。新しい商品のときは、番号を空にしてください' }
      if (id && seen.has(id)) return { line, wrong: '同じ番号の行が、上にもあります' }
      if (id) seen.add(id)
      return { line, id, typed: rest }
    }),
  }
}

/** 11・12・1 and 11月、12月 are months; a word is its choice; everything else is taken as typed. */
function choiceIn(field: Field, said: string): string {
  if (field === 'seasonMonths') return (said.normalize('NFKC').match(/\d+/g) ?? []).join(',')
  return choices[field]?.[said] ?? said
}
