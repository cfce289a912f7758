import { Package, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { temperatures } from '#kernel/enums.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { sizeClasses } from '#modules/delivery/parcels.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { countToSend } from '#modules/ordering/order-counts.ts'
import { CountField } from '#modules/ordering/ui/count-field.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ParcelArrangement } from '../arrange-parcels.server.ts'
import { type ParcelRow, rowKeys, rowsIn, rowsOf, withoutRow } from './parcel-rows.ts'

type Props = {
  arrangement: ParcelArrangement
  lines: readonly OrderLine[]
  formKey: string
  problem: TaskProblem | undefined
}

/** The parcels of an order and what lies in each: a proposal until the farm has said it. */
export default function ParcelsForm({ arrangement, lines, formKey, problem }: Props) {
  const [rows, setRows] = useState(() => (problem ? rowsIn(problem.typed) : rowsOf(arrangement.parcels)))
  const hydrated = useHydrated()
  const goods = lines.filter((line) => countToSend(line) > 0)
  const keys = rowKeys(rows)
  const last = rows.at(-1)
  const change = (index: number, part: Partial<ParcelRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <TaskForm task="parcels" formKey={formKey} problem={problem}>
      <input type="hidden" name="version" value={problem?.typed.version ?? arrangement.version} />
      <p className="text-sub text-ink-2">
        {arrangement.proposed && '中身は提案です。実際の箱詰めに合わせて変更してください。'}
        送料は注文時の金額のままです。個口を追加・変更しても、飲食店の送料は増えません。使用しない個口の送料は請求されません。
      </p>
      <ol className="grid gap-4 lg:grid-cols-2">
        {rows.map((row, index) => (
          <li key={keys[index]} className="card p-4">
            <ParcelRowFields
              row={row}
              field={keys[index] ?? ''}
              at={index + 1}
              goods={goods}
              problem={problem}
              onChange={(part) => change(index, part)}
              onRemove={hydrated && rows.length > 1 ? () => setRows(withoutRow(rows, index)) : null}
              mayRemove={rows.length > 1}
            />
          </li>
        ))}
      </ol>
      <Unplaced rows={rows} goods={goods} />
      {hydrated ? (
        <Button
          type="button"
          kind="line"
          onClick={() =>
            setRows([
              ...rows,
              {
                id: null,
                name: '',
                temperature: last?.temperature ?? 'ambient',
                size: last?.size ?? '60',
                contents: {},
              },
            ])
          }
        >
          個口を追加
        </Button>
      ) : (
        <TaskButton kind="line" name="more" value="1">
          個口を追加
        </TaskButton>
      )}
      <TaskButton>個口を保存</TaskButton>
    </TaskForm>
  )
}

type RowProps = {
  row: ParcelRow
  /** In the names of the fields. */
  field: string
  at: number
  goods: readonly OrderLine[]
  problem: TaskProblem | undefined
  onChange: (part: Partial<ParcelRow>) => void
  onRemove: (() => void) | null
  mayRemove: boolean
}

function ParcelRowFields({ row, field, at, goods, problem, onChange, onRemove, mayRemove }: RowProps) {
  const inside = (line: OrderLine) => (parseWholeNumber(row.contents[line.id] ?? '0') ?? 1) > 0
  const [shown] = useState(() => new Set(goods.filter(inside).map(({ id }) => id)))
  const isOpen = (line: OrderLine) => shown.has(line.id) || problem?.fields[`in.${field}.${line.id}`] !== undefined
  const others = goods.filter((line) => !isOpen(line))
  const word = row.name.trim() || `個口${at}`
  const count = (line: OrderLine) => (
    <CountField
      key={line.id}
      label={
        <>
          {line.name}
          <span className="visually-hidden">（{word}）</span>
        </>
      }
      name={`in.${field}.${line.id}`}
      value={row.contents[line.id] ?? '0'}
      onValue={(typed) => onChange({ contents: { ...row.contents, [line.id]: typed } })}
      most={countToSend(line)}
      unit={line.unitLabel}
      of={`${word}の${line.name}`}
      error={problem?.fields[`in.${field}.${line.id}`]}
    />
  )
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 inline-flex items-center gap-2 text-h4 font-bold">
        <Package aria-hidden="true" />
        {word}
      </legend>
      <TextField
        label="名前"
        need="optional"
        help="例 冷蔵1"
        name={`name.${field}`}
        defaultValue={row.name}
        maxLength={20}
        autoComplete="off"
        error={problem?.fields[`name.${field}`]}
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="温度帯"
          name={`temperature.${field}`}
          value={row.temperature}
          error={problem?.fields[`temperature.${field}`]}
          onChange={({ currentTarget }) =>
            onChange({ temperature: temperatures.find((it) => it === currentTarget.value) ?? row.temperature })
          }
        >
          {temperatures.map((temperature) => (
            <option key={temperature} value={temperature}>
              {temperatureWord[temperature]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="サイズ"
          name={`size.${field}`}
          value={row.size}
          error={problem?.fields[`size.${field}`]}
          onChange={({ currentTarget }) => onChange({ size: currentTarget.value })}
        >
          {sizeClasses.map((size) => (
            <option key={size} value={size}>
              {size}サイズ
            </option>
          ))}
        </SelectField>
      </div>
      {goods.filter(isOpen).map(count)}
      {others.length > 0 && (
        <details>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">他の商品を入れる</summary>
          <div className="grid gap-4 pt-2">{others.map(count)}</div>
        </details>
      )}
      {onRemove ? (
        <Button type="button" kind="text" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          {word}を削除
        </Button>
      ) : (
        mayRemove && (
          <label className="flex min-h-(--target) items-center gap-3">
            <input type="checkbox" name={`remove.${field}`} className="size-7 shrink-0 accent-pine" />
            この個口を削除
          </label>
        )
      )}
    </fieldset>
  )
}

/** Goods that lie in no parcel yet, or in more than are shipped. */
function Unplaced({ rows, goods }: { rows: readonly ParcelRow[]; goods: readonly OrderLine[] }) {
  const wrong = goods.flatMap((line) => {
    const sum = rows.reduce((all, { contents }) => all + (parseWholeNumber(contents[line.id] ?? '0') ?? 0), 0)
    const left = countToSend(line) - sum
    if (left === 0) return []
    return [`${line.name}：${left > 0 ? `あと${left}` : `${-left}超過`}${line.unitLabel}`]
  })
  return (
    <div aria-live="polite">
      {wrong.length > 0 && <Notice tone="tag">個口の中身が合っていません。{wrong.join('、')}</Notice>}
    </div>
  )
}
