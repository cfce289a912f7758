import { encode } from 'iconv-lite'
import type { Carrier } from '#kernel/enums.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { japanpostCells } from './japanpost-cells.ts'
import type { LabelNotice } from './label-notice.ts'
import { type Cells, inColumns, Notices } from './label-row.ts'
import { layouts } from './layouts.ts'
import { sagawaCells } from './sagawa-cells.ts'
import type { Shipment } from './shipment.ts'
import { yamatoCells } from './yamato-cells.ts'

/** B2クラウド takes days from today on, so many of them. */
const mostDaysAhead = 30

const cellsOf: Readonly<Record<Carrier, (shipment: Shipment, told: Notices) => Cells>> = {
  yamato: yamatoCells,
  sagawa: sagawaCells,
  japanpost: japanpostCells,
}

/** The row of one parcel, and what of it differs from the order. */
export function labelRow(carrier: Carrier, shipment: Shipment): { cells: string[]; notices: LabelNotice[] } {
  const told = new Notices()
  const cells = inColumns(carrier, cellsOf[carrier](shipment, told), told)
  return { cells, notices: told.all }
}

/** The day that is written for a parcel: an overdue one leaves today. */
export const shipDayFor = (shipOn: JstDate, today: JstDate): JstDate => (shipOn < today ? today : shipOn)

/** Whether the carrier's program takes a label of this day yet. */
export const isTooEarly = (carrier: Carrier, shipOn: JstDate, today: JstDate): boolean =>
  carrier === 'yamato' && shipOn > addDays(today, mostDaysAhead)

/** The bytes of a file that the carrier's program imports: CP932, each line ended by CRLF. */
export function labelFile(carrier: Carrier, shipments: readonly Shipment[]): Uint8Array {
  const { header, quote, columns } = layouts[carrier]
  const rows = shipments.map((shipment) => labelRow(carrier, shipment).cells)
  if (header) rows.unshift(columns.map(({ name }) => name))
  const written = (cell: string) => (quote === 'all' || /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return encode(rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join(''), 'cp932')
}
