import type { CsvCell } from '#kernel/csv.ts'
import { categories, methods, statedAllergens } from '#kernel/enums.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import type { CsvLine } from '#kernel/read-csv.ts'
import { allergenWord, categoryWord, methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { csvColumns, type ProductField, type ProductValues, textOf, valuesIn } from './product.ts'

type Column = keyof typeof csvColumns

const isColumn = (name: string): name is Column => name in csvColumns
const columns = Object.keys(csvColumns).filter(isColumn)

/** The words in the file for choices of the page. */
const choices: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  category: Object.fromEntries(categories.map((it) => [categoryWord[it], it])),
  method: Object.fromEntries(methods.map((it) => [methodWord[it], it])),
  catchWeight: { 定貫: 'false', 不定貫: 'true', 決まった重さ: 'false', 量り売り: 'true' },
  temperature: { 常温: 'ambient', 冷蔵: 'chilled', 冷凍: 'frozen' },
  ownCarton: { 同梱: 'false', 専用箱: 'true' },
  taxKind: { 軽減: 'food', 標準: 'standard' },
} satisfies Partial<Record<Column, Readonly<Record<string, string>>>>

/** Headings of files that were written before the words changed: they are read as they were. */
const formerHeadings: Readonly<Record<string, Column>> = {
  何の品: 'item',
  作り方: 'method',
  売り方: 'catchWeight',
  中身kg: 'netGrams',
  '重さのはば%': 'tolerancePercent',
  入り数の書き方: 'packLabel',
  '値段（税抜）': 'priceYen',
  少ない数: 'minQty',
  いくつずつ: 'orderStep',
  多い数: 'maxQty',
  書き出した時の在庫: 'stockSeen',
  出せる月: 'seasonMonths',
  ひとこと: 'description',
}

export const goodsCsvHead: readonly CsvCell[] = columns.map((column) => csvColumns[column])

/** A value as the file writes it: 慣行栽培, not conventional. */
export function csvWord(field: ProductField, value: unknown): string {
  if (field === 'allergens' && Array.isArray(value))
    return statedAllergens.flatMap((it) => (value.some((said) => said === it) ? [allergenWord[it]] : [])).join('・')
  const text = textOf(field, value)
  return Object.entries(choices[field] ?? {}).find(([, known]) => known === text)?.[0] ?? text
}

/** Numbers are written as numbers, so that spreadsheets can calculate with them. */
export const goodsCsvCells = ({ id, values }: { id: ProductId; values: ProductValues }): CsvCell[] =>
  columns.map((column) => {
    if (column === 'id') return id
    const field = column === 'stockSeen' ? 'stock' : column
    const word = csvWord(field, values[field])
    if (word === '') return null
    return /^\d+(\.\d+)?$/.test(word) ? Number(word) : word
  })

/** One line of a file: which product it changes, or null for a new one; or why it cannot be read. */
export type CsvRow =
  | { line: number; id: ProductId | null; values: ProductValues; stockSeen?: string | undefined }
  | { line: number; wrong: string }

const mostCsvRows = 10_000

/** The heading of a column, used in sentences about its field. */
export const columnWord = (field: string): string => (isColumn(field) ? csvColumns[field] : field)

/**
 * The content of a file, line by line. Columns are recognised by their headings, in any order; missing ones stay
 * unchanged.
 */
export function readGoodsCsv(
  given: readonly CsvLine[],
): { ok: true; rows: CsvRow[] } | { ok: false; sentence: string } {
  const [first, ...lines] = given
  if (!first) return { ok: false, sentence: 'ファイルにデータがありません。' }
  const head = first.cells.map((cell) => {
    const word = cell.normalize('NFC').trim()
    return columns.find((known) => csvColumns[known] === word) ?? formerHeadings[word]
  })
  if (!head.includes('id') && !head.includes('name'))
    return {
      ok: false,
      sentence:
        '1行目に「番号」または「商品名」の見出しがありません。書き出したCSVの1行目を、そのまま使用してください。',
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
      const texts: Partial<Record<Column, string>> = {}
      for (const [at, column] of head.entries()) if (column) texts[column] = choiceIn(column, (cells[at] ?? '').trim())
      const { id: said = '', stockSeen, ...rest } = texts
      const id = said === '' ? null : parseId<'product'>(said)
      if (said !== '' && !id)
        return { line, wrong: '番号を読み取れません。新しい商品の場合は、番号を空欄にしてください' }
      if (id && seen.has(id)) return { line, wrong: '同じ番号の行が、上にあります' }
      if (id) seen.add(id)
      return { line, id, values: valuesIn(rest), stockSeen }
    }),
  }
}

/** 11・12・1 and 11月、12月 are months, 卵・乳 allergens; a word is its choice; everything else is taken as typed. */
function choiceIn(column: Column, said: string): string {
  if (column === 'seasonMonths') return (said.normalize('NFKC').match(/\d+/g) ?? []).join(',')
  if (column === 'allergens')
    return said
      .split(/[・、,]/)
      .map(allergenNamed)
      .join(',')
  return choices[column]?.[said] ?? said
}

const allergenNamed = (word: string) => statedAllergens.find((it) => allergenWord[it] === word.trim()) ?? word.trim()
