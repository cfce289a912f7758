import { Fragment, type ReactNode, useState } from 'react'
import { freightSizes } from '#modules/delivery/freight-rates.ts'
import { areaName, rowKey, rowKindWord, rowWord, type TypedRow } from '#modules/delivery/freight-table.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { PlainTable } from '#ui/plain-table.tsx'

type Problems = Readonly<Record<string, string>>

/** A freight table as fields: a table of destinations for each origin, and one for what is added. */
export function FreightGrid({ rows, problems }: { rows: readonly TypedRow[]; problems: Problems }) {
  const lanes = [
    ...Map.groupBy(
      rows.filter(({ kind }) => kind === 'lane'),
      ({ origin }) => origin,
    ),
  ]
  const isWrong = (of: readonly TypedRow[]) => of.some((row) => problems[rowKey(row)])
  return (
    <>
      {lanes.map(([origin, of]) => {
        const name = origin ? `${areaName(origin)}からの運賃` : '運賃'
        const table = <Rows label={name} rows={of} problems={problems} />
        if (!origin) return <Fragment key="own">{table}</Fragment>
        return (
          <Folded key={origin} summary={name} isWrong={isWrong(of)}>
            {table}
          </Folded>
        )
      })}
      <Rows label="加算" rows={rows.filter(({ kind }) => kind !== 'lane')} problems={problems} />
    </>
  )
}

/** Opens when something in it is wrong, and is closed by the user alone. */
function Folded({ summary, isWrong, children }: { summary: string; isWrong: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(isWrong)
  const [wasWrong, setWasWrong] = useState(isWrong)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  return (
    <Disclosure summary={summary} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {children}
    </Disclosure>
  )
}

const firstCell = ({ kind, destination }: TypedRow) =>
  kind === 'lane' ? areaName(destination) : `${rowKindWord[kind]}${destination && ` ${destination}`}`

function Rows({ label, rows, problems }: { label: string; rows: readonly TypedRow[]; problems: Problems }) {
  const heads = [label, ...freightSizes.map((size) => ({ figures: `${size}サイズ` }))]
  return (
    <PlainTable label={`${label}（円・税抜）`} heads={heads} className="min-w-2xl">
      {rows.map((row) => {
        const key = rowKey(row)
        const problem = problems[key]
        return (
          <Fragment key={key}>
            <tr className="border-b border-line">
              <th scope="row" className="px-3 py-1 text-start font-normal whitespace-nowrap">
                {firstCell(row)}
              </th>
              {freightSizes.map((size, place) => (
                <td key={size} className="px-1 py-1">
                  <input
                    className="field-control text-end"
                    name={`${key}:${place}`}
                    inputMode="numeric"
                    autoComplete="off"
                    defaultValue={row.cells[place] ?? ''}
                    aria-label={`${rowWord(row)} ${size}サイズ`}
                    aria-invalid={problem ? true : undefined}
                    aria-describedby={problem ? `${key}-problem` : undefined}
                  />
                </td>
              ))}
            </tr>
            {problem && (
              <tr>
                <td colSpan={heads.length} className="px-3 pb-2">
                  <FieldError id={`${key}-problem`}>{problem}</FieldError>
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </PlainTable>
  )
}
