import { requireBuyer } from '#authorization/authorize.ts'
import type { CsvCell } from '#kernel/csv.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { arrivesOn } from '#modules/ordering/fulfilment/arrival-day.ts'
import { arrivalsOfDay } from '#modules/ordering/fulfilment/arrivals.server.ts'
import { stateWord } from '#modules/ordering/order-labels.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/arrivals-csv.ts'
import { dayIn } from './arrival-day-asked.ts'
import { isComing } from './is-coming.ts'

const head = [
  'お届け日',
  '農園',
  '注文番号',
  '状態',
  '店舗',
  '個口数',
  '送り状番号',
  '商品',
  '規格',
  '数量',
  '単位',
  '重さ（g）',
]

/** The receiving list of a day as a file: one row for each line of an order. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const day = dayIn(request, ctx.now)
  const { late, here, waiting, done } = await arrivalsOfDay(ctx, day)
  return csvFile({
    name: `nouhin-${day}`,
    head,
    cells: (row: CsvCell[]) => row,
    chunks: once([...late, ...here, ...waiting, ...done].flatMap(rowsOf)),
  })
})

async function* once(rows: CsvCell[][]): AsyncGenerator<CsvCell[][]> {
  yield rows
}

function rowsOf(order: OrderSummary): CsvCell[][] {
  const sent = order.parcels.filter(({ unused }) => !unused)
  const numbers = sent.flatMap(({ carrier, trackingNumber }) =>
    carrier && trackingNumber ? [`${carrierName(carrier)} ${formatTrackingNumber(trackingNumber)}`] : [],
  )
  return order.lines.filter(isComing).map(({ name, packLabel, unitLabel, quantities }) => {
    const quantity = quantities.shipped ?? quantities.confirmed ?? quantities.ordered
    return [
      arrivesOn(order),
      order.farm.name,
      order.number,
      stateWord[order.state],
      order.shipTo.kitchen,
      sent.length,
      numbers.join(' / '),
      name,
      packLabel,
      quantity?.qty ?? 0,
      unitLabel,
      quantity?.grams ?? null,
    ]
  })
}
