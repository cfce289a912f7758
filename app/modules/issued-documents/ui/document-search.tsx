import { FileDown, X } from 'lucide-react'
import { Form, useSearchParams } from 'react-router'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { FoldOnPhone } from '#ui/fold-on-phone.tsx'
import { Link } from '#ui/link.tsx'
import type { Column } from '#ui/table-column.ts'
import {
  type DocumentFilter,
  type DocumentKind,
  type DocumentSearchTyped,
  documentKinds,
  mostInArchive,
} from '../document-filter.ts'
import type { DocumentRow } from '../find-documents.server.ts'
import { documentWord, issuedFilePath } from '../issued-paper.ts'

type Base = '/restaurant' | '/farmer' | '/admin'
/** What there can be: an invoice and its receipt are a restaurant's, a statement is a farm's. */
const kindsOf: Readonly<Record<Base, readonly DocumentKind[]>> = {
  '/restaurant': ['invoice', 'receipt', 'delivery_slip'],
  '/farmer': ['statement', 'delivery_slip'],
  '/admin': documentKinds,
}

type Props = DocumentSearchTyped & {
  base: Base
  rows: readonly DocumentRow[]
  next: string | null
  filter: DocumentFilter
  mayVoid?: boolean
}

/** Issued documents by day, amount and counterparty, with their files; the search is part of the address. */
export default function DocumentSearch({ base, rows, next, filter, typed, problems, mayVoid = false }: Props) {
  const [search] = useSearchParams()
  const { after: _, ...conditions } = Object.fromEntries(search)
  const filtered = Object.values(filter).some((condition) => condition !== null && condition !== '')
  const isWrong = Object.keys(problems).length > 0
  const more = new URLSearchParams({ ...conditions, ...(next && { after: next }) })
  return (
    <>
      {/* another search is another form, folded again */}
      <FoldOnPhone key={JSON.stringify([filter, typed])} summary="検索条件" open={isWrong}>
        <Conditions {...{ base, filter, typed, problems }} />
      </FoldOnPhone>
      {filtered && <Chips base={base} filter={filter} conditions={conditions} />}
      {rows.length > 0 && (
        <p>
          <a href={`${base}/documents.zip?${new URLSearchParams(conditions)}`} className="btn" data-kind="line">
            <FileDown aria-hidden="true" />
            該当する書類をすべて保存
          </a>
        </p>
      )}
      {!isWrong && (
        <DataTable
          caption="発行書類"
          noun="書類"
          columns={base === '/admin' ? (mayVoid ? columnsOfFinance : columnsOfStaff) : columnsOfMembers}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ number }) => number}
          filter={new URLSearchParams(conditions).toString()}
          filtered={filtered}
          empty={{ noData: '発行された書類はまだありません。', noMatch: '条件に一致する書類はありません。' }}
        />
      )}
      {next && (
        <ButtonLink kind="line" size="lg" to={`?${more}`}>
          以前の書類を見る
        </ButtonLink>
      )}
      <p className="text-sub text-ink-2">
        発行した書類は変更・削除できず、無効や置換の履歴とともに、申告期限から10年間保存します（電子帳簿保存法）。発行日・金額・取引先を組み合わせて検索し、1回に
        {mostInArchive}件まで一括で保存できます。
      </p>
    </>
  )
}

type ChipsProps = { base: Base; filter: DocumentFilter; conditions: Readonly<Record<string, string>> }

/** What is set, each with a link that removes it: on a phone the fields are folded. */
const Chips = ({ base, filter, conditions }: ChipsProps) => (
  <ul aria-label="検索条件" className="flex flex-wrap items-center gap-2 print:hidden">
    {chipsOf(filter).map(({ word, names }) => (
      <li key={word} className="max-w-full">
        <Link to={without(base, conditions, names)} className="chip max-w-full" aria-current="true">
          <span className="truncate">{word}</span>
          <X aria-hidden="true" className="shrink-0" />
          <span className="visually-hidden">を解除</span>
        </Link>
      </li>
    ))}
    <li>
      <ButtonLink kind="text" to={`${base}/documents`}>
        すべて解除
      </ButtonLink>
    </li>
  </ul>
)

function without(base: Base, conditions: Readonly<Record<string, string>>, names: readonly string[]): string {
  const rest = Object.entries(conditions).filter(([name, value]) => !names.includes(name) && value !== '')
  return `${base}/documents${rest.length > 0 ? `?${new URLSearchParams(rest)}` : ''}`
}

function chipsOf({ from, to, least, most, name, kind }: DocumentFilter): { word: string; names: string[] }[] {
  const chips = [
    kind && { word: documentWord[kind], names: ['kind'] },
    (from ?? to) && {
      word: `発行日 ${from ? formatDayWithYear(from) : ''}〜${to ? formatDayWithYear(to) : ''}`,
      names: ['from', 'to'],
    },
    (least ?? most) !== null && {
      word: `金額 ${least === null ? '' : formatYen(least)}〜${most === null ? '' : formatYen(most)}`,
      names: ['least', 'most'],
    },
    name !== '' && { word: `取引先「${name}」`, names: ['name'] },
  ]
  return chips.filter((chip) => typeof chip === 'object' && chip !== null)
}

type ConditionsProps = DocumentSearchTyped & { base: Base; filter: DocumentFilter }

const Conditions = ({ base, filter, typed, problems }: ConditionsProps) => (
  <Form role="search" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2 lg:grid-cols-3">
    <DateField label="発行日（開始）" name="from" defaultValue={typed.from} error={problems.from} />
    <DateField label="発行日（終了）" name="to" defaultValue={typed.to} error={problems.to} />
    <SelectField label="書類" name="kind" defaultValue={filter.kind ?? ''}>
      <option value="">すべて</option>
      {kindsOf[base].map((kind) => (
        <option key={kind} value={kind}>
          {documentWord[kind]}
        </option>
      ))}
    </SelectField>
    <YenField label="金額（下限）" name="least" step={1} defaultValue={typed.least} error={problems.least} />
    <YenField label="金額（上限）" name="most" step={1} defaultValue={typed.most} error={problems.most} />
    <TextField label="取引先（書類に記載の名称）" name="name" defaultValue={filter.name} autoComplete="off" />
    <Button kind="line" className="sm:justify-self-start sm:px-8">
      検索
    </Button>
  </Form>
)

type Reader = 'member' | 'staff'

const columnsFor = (reader: Reader): Column<DocumentRow>[] => [
  { key: 'number', head: '番号', nowrap: true, cell: ({ number }) => number },
  { key: 'kind', head: '書類', cell: ({ kind }) => documentWord[kind] },
  { key: 'issuedOn', head: '発行日', nowrap: true, cell: ({ issuedOn }) => formatDayWithYear(issuedOn) },
  { key: 'counterparty', head: '取引先', cell: ({ counterparty }) => counterparty },
  { key: 'total', head: '金額（税込）', figures: true, nowrap: true, cell: ({ totalYen }) => formatYen(totalYen) },
  { key: 'state', head: '状態', cell: (row) => <StateOf row={row} /> },
  { key: 'files', head: 'ファイル', nowrap: true, cell: (row) => <Files reader={reader} row={row} /> },
]

const columnsOfMembers = columnsFor('member')
const columnsOfStaff = columnsFor('staff')
const columnsOfFinance: Column<DocumentRow>[] = [
  ...columnsOfStaff,
  {
    key: 'void',
    head: '操作',
    nowrap: true,
    cell: ({ id, number, kind, voided, replacedBy }) =>
      voided || replacedBy ? null : (
        <Link to={`/admin/documents/void/${id}`} className="prose-link inline-flex min-h-11 items-center">
          {kind === 'receipt' ? '無効にする' : '差し替える'}
          <span className="visually-hidden">（{number}）</span>
        </Link>
      ),
  },
]

function StateOf({ row: { voided, replacedBy, replaces, reason } }: { row: DocumentRow }) {
  const marks = [replacedBy && `${replacedBy} に差し替え`, reason, replaces && `${replaces} の差し替え`].filter(Boolean)
  return (
    <>
      {voided || replacedBy ? <Badge tone="akane">無効</Badge> : '有効'}
      {marks.map((mark) => (
        <span key={mark} className="block text-caption">
          {mark}
        </span>
      ))}
    </>
  )
}

const Files = ({ reader, row: { id, number, hasXml } }: { reader: Reader; row: DocumentRow }) => (
  <span className="inline-flex gap-3">
    {(hasXml ? (['pdf', 'xml', 'csv'] as const) : (['pdf', 'csv'] as const)).map((format) => (
      <a
        key={format}
        href={issuedFilePath(id, format, reader)}
        className="prose-link inline-flex min-h-11 items-center"
        download
      >
        {format.toUpperCase()}
        <span className="visually-hidden">（{number}）</span>
      </a>
    ))}
  </span>
)
