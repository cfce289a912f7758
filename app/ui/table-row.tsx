import { memo } from 'react'
import { Link } from './link.tsx'
import type { TableCell } from './table-column.ts'
import { role } from './table-roles.ts'
import type { SelectionMode } from './table-selection.ts'

type TableRowProps = {
  id: string
  name: string
  /** The same array as long as the row is the same; then it is not rendered again. */
  cells: readonly TableCell[]
  mode: SelectionMode | undefined
  formId: string
  chosen: boolean
  current: boolean
  mark: 'from' | 'to' | null
  onPress: (box: HTMLInputElement, shift: boolean) => void
  onMark: (button: HTMLButtonElement) => void
}

export const TableRow = memo(function TableRow({ id, name, mode, chosen, current, cells, ...choice }: TableRowProps) {
  return (
    <tr {...role.row} data-row={id} data-chosen={chosen || undefined} aria-current={current || undefined}>
      {mode && (
        <td {...role.cell} className="table-choice">
          <Choice id={id} name={name} mode={mode} chosen={chosen} {...choice} />
        </td>
      )}
      <Cells cells={cells} />
    </tr>
  )
})

type ChoiceProps = Omit<TableRowProps, 'cells' | 'mode' | 'current'> & { mode: SelectionMode }

function Choice({ id, name, mode, formId, chosen, mark, onPress, onMark }: ChoiceProps) {
  return (
    <>
      <label className="table-check">
        <span className="visually-hidden">{name}を選択</span>
        <input
          type={mode === 'single' ? 'radio' : 'checkbox'}
          name="row"
          value={id}
          form={formId}
          checked={chosen}
          data-choice=""
          onChange={({ currentTarget, nativeEvent }) =>
            onPress(currentTarget, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
      {mark && (
        <button
          type="button"
          className="table-mark"
          value={mark}
          aria-label={`${mark === 'from' ? 'ここから' : 'ここまで'}一括選択：${name}`}
          onClick={({ currentTarget }) => onMark(currentTarget)}
        >
          {mark === 'from' ? 'ここから' : 'ここまで'}
        </button>
      )}
    </>
  )
}

/** The cells of a row, in the order of the columns. */
export const Cells = memo(({ cells }: { cells: readonly TableCell[] }) =>
  cells.map((cell, index) => {
    const appearance = {
      'data-label': cell.head,
      'data-figures': cell.figures || undefined,
      'data-nowrap': cell.nowrap || undefined,
    }
    const className = cell.figures ? 'num-col' : undefined
    if (index > 0)
      return (
        <td key={cell.key} {...role.cell} {...appearance} className={className}>
          {cell.content}
        </td>
      )
    return (
      <th key={cell.key} {...role.rowHead} scope="row" {...appearance}>
        {cell.to === undefined ? (
          cell.content
        ) : (
          <Link to={cell.to} className="table-link" data-row-link="">
            {cell.content}
          </Link>
        )}
      </th>
    )
  }),
)
