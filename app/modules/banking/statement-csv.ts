import type { JstDate } from '#kernel/jst.ts'
import { type CsvLine, csvLines } from '#kernel/read-csv.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import {
  accountDigits,
  type BankStatement,
  isUtf8,
  mostStatementRows,
  type NamedAccount,
  plausibleDay,
  type ReadStatement,
  readOrRefuse,
  reiwaDay,
  type StatementLayout,
  type StatementRow,
  sumTooLarge,
  UnreadableFile,
  virtualAccountIn,
  wrongLetters,
} from './bank-statement.ts'

type CsvLayoutName = Exclude<StatementLayout, 'zengin03' | 'zengin01'>

/** How days are written; `reiwa` is 081102. */
const dayForms = {
  digits: /^(\d{4})(\d{2})(\d{2})$/,
  slashes: /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/,
  dots: /^(\d{4})\.(\d{1,2})\.(\d{1,2})$/,
  kanji: /^(\d{4})年(\d{1,2})月(\d{1,2})日$/,
  reiwa: /^(\d{2})(\d{2})(\d{2})$/,
} as const

/** The place of what we read, by the heading of its column. */
type CsvLayout = {
  name: CsvLayoutName
  /** Exactly these headings, in this order. */
  header: readonly string[]
  /** How many of the last columns older files do not have. */
  newer?: number
  /** One column, or year, month and day. */
  day: string | readonly [string, string, string]
  days: readonly (keyof typeof dayForms)[]
  valueDay?: string
  /** Two columns, one signed column, or an amount beside 1 (in) and 2 (out). */
  amount: { in: string; out: string } | { signed: string } | { amount: string; direction: string }
  uncleared?: string
  payer?: string
  text: readonly string[]
  payerCode?: string
  edi?: string
  /** The code 19 of 取引区分, or the word 取消: not a deposit. */
  nature?: string
  /** Rows with this word do not exist (欠番). */
  missing?: string
  /** What makes a row unique within the account. */
  id?: readonly string[]
  balance?: string
  account?: { bank: string; branch: string; number: string } | { text: string }
  /** The last column may hold commas that are not quoted. */
  lastTakesCommas?: true
}

const mizuhoHeader = [
  '照会口座',
  '番号',
  '勘定日',
  '(起算日)',
  '出金(円)',
  '入金(円)',
  '小切手区分',
  '残高(円)',
  '取引区分',
  '明細区分',
  '金融機関名',
  '支店名',
  '摘要',
] as const

const mizuhoColumns = {
  header: mizuhoHeader,
  day: '勘定日',
  valueDay: '(起算日)',
  amount: { in: '入金(円)', out: '出金(円)' },
  text: ['取引区分', '摘要'],
  nature: '明細区分',
  missing: '明細区分',
  // the number begins anew every day
  id: ['勘定日', '番号'],
  balance: '残高(円)',
  account: { text: '照会口座' },
} as const

/** The layouts of the banks, as data. A heading that differs in one letter is another layout. */
const layouts: readonly CsvLayout[] = [
  {
    name: 'mufg',
    header: [
      '金融機関コード',
      '金融機関名',
      '支店コード',
      '支店名',
      '科目',
      '口座番号',
      '口座名',
      '取引日',
      '入払区分',
      '取引区分',
      '取引金額',
      '内他店券金額',
      '手形・小切手区分',
      '手形・小切手番号',
      '振込依頼人番号',
      '振込依頼人名',
      '仕向金融機関名',
      '仕向支店名',
      '摘要',
      'EDI情報',
    ],
    day: '取引日',
    days: ['reiwa'],
    amount: { amount: '取引金額', direction: '入払区分' },
    uncleared: '内他店券金額',
    payer: '振込依頼人名',
    text: ['摘要'],
    payerCode: '振込依頼人番号',
    edi: 'EDI情報',
    nature: '取引区分',
    account: { bank: '金融機関コード', branch: '支店コード', number: '口座番号' },
  },
  {
    name: 'gmo',
    header: ['日付', '摘要', '入金金額', '出金金額', '残高', 'メモ'],
    day: '日付',
    days: ['digits'],
    amount: { in: '入金金額', out: '出金金額' },
    text: ['摘要', 'メモ'],
    balance: '残高',
  },
  {
    name: 'sbi',
    header: ['日付', '内容', '出金金額(円)', '入金金額(円)', '残高(円)', 'メモ'],
    day: '日付',
    days: ['slashes'],
    amount: { in: '入金金額(円)', out: '出金金額(円)' },
    text: ['内容', 'メモ'],
    balance: '残高(円)',
  },
  {
    name: 'rakuten',
    header: ['取引日', '入出金(円)', '残高(円)', '入出金先内容'],
    day: '取引日',
    days: ['digits'],
    amount: { signed: '入出金(円)' },
    text: ['入出金先内容'],
    balance: '残高(円)',
    lastTakesCommas: true,
  },
  {
    name: 'paypay',
    header: [
      '操作日(年)',
      '操作日(月)',
      '操作日(日)',
      '操作時刻(時)',
      '操作時刻(分)',
      '操作時刻(秒)',
      '取引順番号',
      '摘要',
      'お支払金額',
      'お預り金額',
      '残高',
      'メモ',
    ],
    newer: 1,
    day: ['操作日(年)', '操作日(月)', '操作日(日)'],
    days: ['slashes'],
    amount: { in: 'お預り金額', out: 'お支払金額' },
    text: ['摘要', 'メモ'],
    id: ['操作日(年)', '操作日(月)', '操作日(日)', '操作時刻(時)', '操作時刻(分)', '操作時刻(秒)', '取引順番号'],
    balance: '残高',
  },
  {
    name: 'yucho',
    header: ['取引日', '入出金明細ＩＤ', '受入金額（円）', '払出金額（円）', '詳細１', '詳細２', '現在（貸付）高', ''],
    day: '取引日',
    days: ['digits'],
    amount: { in: '受入金額（円）', out: '払出金額（円）' },
    text: ['詳細１', '詳細２'],
    id: ['入出金明細ＩＤ'],
    balance: '現在（貸付）高',
  },
  { name: 'mizuho', days: ['slashes', 'digits', 'dots'], ...mizuhoColumns },
  { name: 'anser', days: ['kanji'], ...mizuhoColumns },
]

/** The lines above the headings, at most: ゆうちょ writes six or more. */
const mostPreamble = 20

/**
 * A statement that a bank offers as CSV. It is Shift_JIS: a file of UTF-8 was saved again by another program, which may have
 * dropped zeros, and is refused.
 */
export const readStatementCsv = (bytes: Uint8Array, today: JstDate): ReadStatement =>
  readOrRefuse(() => {
    const text = textOf(bytes)
    const lines = { [Symbol.iterator]: () => csvLines(text) }
    return readFullMufg(lines, today) ?? readColumns(lines, today)
  })

function textOf(bytes: Uint8Array): string {
  if (isUtf8(bytes)) throw new UnreadableFile(null, wrongLetters)
  try {
    return new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(
      null,
      '文字が壊れているため、シフトJISとして読み取れません。銀行から取得し直してください。',
    )
  }
}

function readColumns(lines: Iterable<CsvLine>, today: JstDate): BankStatement {
  const beginning = Iterator.from(lines).take(mostPreamble).toArray()
  const head = beginning.findIndex(({ cells }) => layouts.some((layout) => hasHeader(layout, cells)))
  const heading = beginning[head]
  if (!heading)
    throw new UnreadableFile(
      null,
      '列の見出しが、対応している銀行のいずれとも一致しません。銀行からダウンロードしたファイルを、編集せずにそのまま選択してください。',
    )
  const body = () => Iterator.from(lines).drop(head + 1)
  const [first] = body().take(1)
  if (!first) throw new UnreadableFile(null, '明細が1件もありません。')
  const fitting = layouts.filter((layout) => hasHeader(layout, heading.cells))
  const layout = fitting.find((layout) => isDay(layout, cellsOf(layout, heading.cells, first))) ?? fitting[0]
  if (!layout) throw new UnreadableFile(heading.line, '列の見出しを読み取れません。')
  const rows: StatementRow[] = []
  const accounts = new Map<string, { account: NamedAccount | null; rows: StatementRow[] }>()
  const balances: (number | null)[] = []
  let count = 0
  for (const line of body()) {
    count += 1
    if (count > mostStatementRows) throw new UnreadableFile(null, `明細が多すぎます（${mostStatementRows}件まで）。`)
    const cells = cellsOf(layout, heading.cells, line)
    if (layout.missing && cells.get(layout.missing) === '欠番') continue
    const row = rowOf(layout, cells, line.line, today)
    if (!row) continue
    rows.push(row)
    const balance = layout.balance ? (cells.get(layout.balance) ?? '') : ''
    balances.push(balance === '' ? null : amountIn(balance, line.line))
    const { key, account } = accountOf(layout, cells)
    const of = accounts.get(key) ?? { account, rows: [] }
    of.rows.push(row)
    accounts.set(key, of)
  }
  if (rows.length === 0) throw new UnreadableFile(null, '明細が1件もありません。')
  if (accounts.size > 1 && !('bank' in (layout.account ?? {})))
    throw new UnreadableFile(null, '複数の口座の明細が含まれています。口座ごとに取得し直してください。')
  if (accounts.size === 1) checkBalances(rows, balances)
  return {
    layout: layout.name,
    accounts: [...accounts.values()].map(({ account, rows }) => ({ account, ...periodOf(rows), ...countOf(rows) })),
    warnings: [],
  }
}

function hasHeader({ header, newer = 0 }: CsvLayout, cells: readonly string[]): boolean {
  if (cells.length > header.length || cells.length < header.length - newer) return false
  return cells.every((cell, at) => cell.trim() === header[at])
}

type Cells = ReadonlyMap<string, string>

function cellsOf(layout: CsvLayout, heading: readonly string[], { line, cells }: CsvLine): Cells {
  const last = heading.length - 1
  const fit =
    layout.lastTakesCommas && cells.length > heading.length
      ? [...cells.slice(0, last), cells.slice(last).join(',')]
      : cells
  if (fit.length !== heading.length)
    throw new UnreadableFile(line, `列の数が${heading.length}ではなく${fit.length}です。`)
  return new Map(heading.map((name, at) => [name.trim(), (fit[at] ?? '').trim()]))
}

const dayText = ({ day }: Pick<CsvLayout, 'day'>, cells: Cells): string =>
  typeof day === 'string' ? (cells.get(day) ?? '') : day.map((part) => cells.get(part) ?? '').join('/')

const isDay = (layout: CsvLayout, cells: Cells) =>
  layout.days.some((form) => dayForms[form].test(dayText(layout, cells)))

function dayIn(text: string, { days }: CsvLayout, today: JstDate, line: number): JstDate {
  for (const form of days) {
    const [, year = '', month = '', day = ''] = dayForms[form].exec(text) ?? []
    if (year === '') continue
    if (form === 'reiwa') return reiwaDay(text, today, line)
    return plausibleDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, text, today, line)
  }
  throw new UnreadableFile(line, `日付「${text}」を読み取れません。`)
}

function amountIn(text: string, line: number): number {
  if (text === '' || text === '-') return 0
  if (!/^[-−]?(\d{1,3}(,\d{3})+|\d+)$/.test(text)) throw new UnreadableFile(line, `金額「${text}」を読み取れません。`)
  const amount = Number(text.replaceAll(',', '').replace('−', '-'))
  if (!Number.isSafeInteger(amount)) throw new UnreadableFile(line, `金額「${text}」が大きすぎます。`)
  return amount
}

/** Null: nothing moved, such as the row of a balance carried forward. */
function rowOf(layout: CsvLayout, cells: Cells, line: number, today: JstDate): StatementRow | null {
  const cell = (name: string | undefined) => (name === undefined ? '' : (cells.get(name) ?? ''))
  const nature = natureOf(cell(layout.nature))
  const moved = movedYen(layout, cell, line)
  if (moved === 0) return null
  const on = dayIn(dayText(layout, cells), layout, today, line)
  const value = cell(layout.valueDay)
  const text = layout.text
    .map(cell)
    .filter((words) => words !== '')
    .join(' ')
  return {
    on,
    valueOn: value === '' ? on : dayIn(value, layout, today, line),
    yen: yen(nature === 'cancellation' ? cancelled(layout, cell, line) : moved),
    unclearedYen: yen(Math.min(Math.abs(amountIn(cell(layout.uncleared), line)), Math.abs(moved))),
    payerKana: layout.payer ? cell(layout.payer) : payerIn(text),
    text,
    virtualAccount: virtualAccountIn(cell(layout.payerCode)),
    edi: cell(layout.edi),
    nature,
    id: layout.id ? layout.id.map(cell).join('/') : null,
    ordinal: line,
  }
}

const natureOf = (cell: string): StatementRow['nature'] =>
  cell === '19' || cell === '訂正' ? 'correction' : cell === '取消' ? 'cancellation' : 'normal'

type Cell = (name: string | undefined) => string

function movedYen({ amount }: CsvLayout, cell: Cell, line: number): number {
  if ('signed' in amount) return amountIn(cell(amount.signed), line)
  if ('direction' in amount) {
    const direction = cell(amount.direction)
    if (direction !== '1' && direction !== '2')
      throw new UnreadableFile(line, `入払区分「${direction}」は使用されていません（1：入金、2：出金）。`)
    return amountIn(cell(amount.amount), line) * (direction === '1' ? 1 : -1)
  }
  const incoming = amountIn(cell(amount.in), line)
  const outgoing = amountIn(cell(amount.out), line)
  if (incoming !== 0 && outgoing !== 0) throw new UnreadableFile(line, '入金と出金の両方に金額があります。')
  return incoming - outgoing
}

/** A deposit that is cancelled goes out, a withdrawal that is cancelled comes back, with or without a minus in the file. */
function cancelled({ amount }: CsvLayout, cell: Cell, line: number): number {
  if (!('in' in amount)) return 0
  return Math.abs(amountIn(cell(amount.out), line)) - Math.abs(amountIn(cell(amount.in), line))
}

/** Where the layout has no column for the payer, the name follows the word 振込. */
const payerIn = (text: string): string => text.replace(/^(振込入金|振込|入金|フリコミ|ﾌﾘｺﾐ)[\s　＊*：:]*/u, '').trim()

function accountOf({ account }: CsvLayout, cells: Cells): { key: string; account: NamedAccount | null } {
  if (!account) return { key: '', account: null }
  const cell = (name: string) => cells.get(name) ?? ''
  // 照会口座 is written in words: it only has to be the same in all rows
  if ('text' in account) return { key: cell(account.text), account: null }
  const named = {
    bank: cell(account.bank).padStart(4, '0'),
    branch: cell(account.branch).padStart(3, '0'),
    number: accountDigits(cell(account.number).padStart(7, '0')),
  }
  return { key: `${named.bank}-${named.branch}-${named.number}`, account: named }
}

/**
 * The first and the last balance differ by what moved between them, in files that begin with the oldest row and in files
 * that begin with the newest. A row that was lost or changed shows here. Cancelled rows are not always part of it.
 */
function checkBalances(rows: readonly StatementRow[], balances: readonly (number | null)[]): void {
  const [first, last] = [balances[0], balances.at(-1)]
  if (typeof first !== 'number' || typeof last !== 'number' || rows.some(({ nature }) => nature !== 'normal')) return
  const between = (some: readonly StatementRow[]) => some.reduce((sum, row) => sum + row.yen, 0)
  const oldestFirst = last - first === between(rows.slice(1))
  const newestFirst = first - last === between(rows.slice(0, -1))
  if (!oldestFirst && !newestFirst)
    throw new UnreadableFile(null, '残高と入出金の合計が一致しません。明細の一部が欠けているか、変更されています。')
}

function countOf(rows: readonly StatementRow[]) {
  const sum = rows.reduce((added, row) => added + Math.abs(row.yen), 0)
  if (!Number.isSafeInteger(sum)) throw new UnreadableFile(null, sumTooLarge)
  return { days: [...new Set(rows.map(({ on }) => on))], count: rows.length, rows }
}

function periodOf(rows: readonly StatementRow[]): { fromOn: JstDate; toOn: JstDate } {
  const [first] = rows
  if (!first) throw new UnreadableFile(null, '明細が1件もありません。')
  let [fromOn, toOn] = [first.on, first.on]
  for (const { on } of rows) {
    if (on < fromOn) fromOn = on
    if (on > toOn) toOn = on
  }
  return { fromOn, toOn }
}

/**
 * 三菱UFJ 全明細 has no headings: 1 is the account, 2 a movement (day, kind, text, out, in, balance), 8 and 9 the sums. Null
 * for any other file. Every balance follows from the one before.
 */
function readFullMufg(lines: Iterable<CsvLine>, today: JstDate): BankStatement | null {
  const layout = { days: ['dots'] as const }
  const [first] = lines
  if (first?.cells[0]?.trim() !== '1' || !Iterator.from(lines).some(({ cells }) => isFullRow(cells))) return null
  let accounts = 0
  let last: string | undefined
  for (const { cells } of lines) {
    if (cells[0] === '1') accounts += 1
    last = cells[0]
  }
  if (accounts > 1) throw new UnreadableFile(null, '複数の口座の明細が含まれています。口座ごとに取得し直してください。')
  if (last !== '9') throw new UnreadableFile(null, '合計の行（9）がないまま、ファイルが終わっています。')
  const rows: StatementRow[] = []
  let before: number | null = null
  for (const { line, cells } of lines) {
    const [kind = '', ...rest] = cells.map((cell) => cell.trim())
    if (!['1', '2', '8', '9'].includes(kind))
      throw new UnreadableFile(line, `行の種類「${kind}」は使用されていません（1・2・8・9のいずれか）。`)
    if (kind !== '2') continue
    if (rest.length !== 6) throw new UnreadableFile(line, `列の数が7ではなく${cells.length}です。`)
    const [day = '', what = '', text = '', out = '', into = '', left = ''] = rest
    const moved = movedOf(into, out, line)
    const balance = amountIn(left, line)
    if (before !== null && before + moved !== balance)
      throw new UnreadableFile(line, '残高が、前の行の残高と入出金の金額から計算した値と一致しません。')
    before = balance
    if (moved === 0) continue
    const on = dayIn(day, { ...fullMufg, ...layout }, today, line)
    rows.push({
      on,
      valueOn: on,
      yen: moved,
      unclearedYen: yen(0),
      payerKana: payerIn(text),
      text: `${what} ${text}`.trim(),
      virtualAccount: null,
      edi: '',
      nature: what.includes('訂正') ? 'correction' : what.includes('取消') ? 'cancellation' : 'normal',
      id: null,
      ordinal: line,
    })
  }
  return { layout: 'mufgAll', accounts: [{ account: null, ...periodOf(rows), ...countOf(rows) }], warnings: [] }
}

const fullMufg: Pick<CsvLayout, 'name' | 'header' | 'day' | 'amount' | 'text'> = {
  name: 'mufgAll',
  header: [],
  day: '',
  amount: { signed: '' },
  text: [],
}

const isFullRow = (cells: readonly string[]) => cells[0]?.trim() === '2' && dayForms.dots.test(cells[1]?.trim() ?? '')

function movedOf(into: string, out: string, line: number): Yen {
  const [incoming, outgoing] = [amountIn(into, line), amountIn(out, line)]
  if (incoming !== 0 && outgoing !== 0) throw new UnreadableFile(line, '入金と出金の両方に金額があります。')
  return yen(incoming - outgoing)
}
