import { NotFound } from '#kernel/errors.ts'
import { formatMinute } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { type RideRow, ridesOfDay } from '#modules/runs/run-queries.server.ts'
import { temperaturesText } from '#modules/runs/ui/ride-sheet.tsx'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/rides-csv.ts'

/** What is loaded on a day, for the driver's own lists. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const id = parseId<'run'>(params.id)
  const day = parseJstDate(new URL(request.url).searchParams.get('day') ?? '') ?? jstDateOf(ctx.now)
  if (!id) throw new NotFound('run')
  const rides = await ridesOfDay(ctx, id, day)
  return csvFile<RideRow>({
    name: `run-${day}`,
    head: [
      '集荷順',
      '集荷場所',
      '持込の時刻',
      '農園',
      '飲食店',
      '店舗',
      '住所',
      '電話',
      '備考',
      '注文番号',
      '温度帯',
      '個口',
    ],
    cells: (ride) => [
      ride.stop,
      ride.place,
      formatMinute(ride.untilMinute),
      ride.farm,
      ride.restaurant,
      ride.kitchen,
      ride.address,
      ride.phone,
      ride.receivingNote,
      ride.number,
      temperaturesText(ride.temperatures),
      ride.boxes,
    ],
    chunks: once(rides),
  })
})

async function* once(rides: readonly RideRow[]) {
  yield rides
}
