import { useState } from 'react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { addDays, jstDate } from '#kernel/jst.ts'
import { Button } from '#ui/button.tsx'
import { table } from '#ui/constants.ts'
import { DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/field.tsx'
import type { Column } from '#ui/table-column.ts'
import type { SelectionMode } from '#ui/table-selection.ts'
import type { Story } from '../story.ts'

type Sample = { id: string; name: string; kana: string; place: string; boxes: number | null; on: string }

const sample = (id: string, name: string, kana: string, place: string, boxes: number | null, on: string): Sample => ({
  id,
  name,
  kana,
  place,
  boxes,
  on,
})
const samples = [
  sample('s1', '佐藤農園', 'サトウノウエン', '長野県 高山村', 12, '2026-11-21'),
  sample('s2', '北の大地ファーム', 'キタノダイチファーム', '北海道 帯広市', 9, '2026-11-20'),
  sample('s3', '瀬戸内レモン園', 'セトウチレモンエン', '広島県 尾道市', null, '2026-11-18'),
  sample('s4', '棚田の会', 'タナダノカイ', '新潟県 十日町市', 104, '2026-11-19'),
  sample('s5', 'ひだまり農場', 'ヒダマリノウジョウ', '千葉県 南房総市', 3, '2026-11-22'),
]

const columns: readonly Column<Sample>[] = [
  { key: 'name', head: '名前', sort: ({ kana }) => kana, cell: ({ name }) => name },
  { key: 'place', head: '所在地', cell: ({ place }) => place },
  { key: 'on', head: '登録した日', sort: ({ on }) => on, nowrap: true, cell: ({ on }) => formatDay(jstDate(on)) },
  {
    key: 'boxes',
    head: '箱の数',
    sort: ({ boxes }) => boxes,
    mayLack: true,
    figures: true,
    cell: ({ boxes }) => boxes && formatNumber(boxes),
  },
]

const idOf = ({ id }: Sample) => id
const nameOf = ({ name }: Sample) => name
const linkOf = ({ id }: Sample) => `?only=DataTable&opened=${id}`

function Choosing({ mode }: { mode: SelectionMode }) {
  const [filter, setFilter] = useState('')
  const [sent, setSent] = useState('')
  const rows = filter ? samples.filter(({ place }) => place.startsWith(filter)) : samples
  return (
    <div
      className="grid grid-cols-1 gap-3"
      onSubmitCapture={(event) => {
        event.preventDefault()
        const form = event.target instanceof HTMLFormElement ? new FormData(event.target) : new FormData()
        setSent(form.get('all') ? 'すべて' : form.getAll('row').join('、'))
      }}
    >
      <SelectField
        label="絞り込む"
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        className="max-w-48"
      >
        <option value="">すべて</option>
        <option value="北海道">北海道</option>
        <option value="沖縄県">沖縄県</option>
      </SelectField>
      <DataTable
        caption={`見本の一覧（${mode}）`}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        rowLink={linkOf}
        prefix={`${mode}-`}
        selection={mode}
        filter={filter}
        filtered={filter !== ''}
        total={filter ? rows.length : 506}
        noun="見本"
        bulk={{ actions: <Button>送信</Button> }}
      />
      <p role="status">{sent && `送ったもの：${sent}`}</p>
    </div>
  )
}

const Empty = ({ filtered }: { filtered: boolean }) => (
  <DataTable
    caption={filtered ? '条件に合うものがない一覧' : '何もない一覧'}
    columns={columns}
    rows={[]}
    rowId={idOf}
    rowName={nameOf}
    prefix={filtered ? 'no-match-' : 'no-data-'}
    filtered={filtered}
  />
)

const many = Array.from(
  { length: 1000 },
  (_, index): Sample => ({
    ...sample(
      `m${index}`,
      `農園 ${index + 1}号`,
      `ノウエン${(index * 7919) % 1000}`,
      '長野県',
      (index * 31) % 97 || null,
      '',
    ),
    on: addDays(jstDate('2026-11-21'), -index),
  }),
)

function Many() {
  const [shown, setShown] = useState(false)
  if (!shown)
    return (
      <Button type="button" kind="line" onClick={() => setShown(true)}>
        1,000行を出す
      </Button>
    )
  return (
    <DataTable
      caption="千行の一覧"
      columns={columns}
      rows={many}
      rowId={idOf}
      rowName={nameOf}
      prefix="many-"
      selection="range"
      bulk={{ actions: <Button>送信</Button> }}
    />
  )
}

export const story: Story = {
  name: 'DataTable',
  title: '表',
  group: '並べる',
  facts: [
    `選びかた：${table.selections.join('・')}`,
    `並べかた：${table.sorts.join('・')}`,
    'last は空欄を最後に',
    '768px 未満では1行が1枚のカード',
    '↑↓ で移り、Space で選び、Enter で開く',
    'Shift か「ここから／ここまで」で続けて選ぶ',
  ],
  states: [
    { title: '続けて選ぶ（range）', view: () => <Choosing mode="range" />, wide: true },
    { title: 'いくつか選ぶ（multi）', view: () => <Choosing mode="multi" />, wide: true },
    { title: '1つ選ぶ（single）', view: () => <Choosing mode="single" />, wide: true },
    { title: '何もない', view: () => <Empty filtered={false} /> },
    { title: '条件に合わない', view: () => <Empty filtered /> },
    { title: '1,000行', view: () => <Many />, wide: true },
  ],
}
