import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { CsvCell } from '#kernel/csv.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { foundInChunks } from '#modules/ordering/past/find-orders.server.ts'
import { pastCsvHead, pastCsvRows } from '#modules/ordering/past/past-csv.ts'
import { type PastFilter, readPastFilter } from '#modules/ordering/past/past-filter.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/history-csv.ts'

/** The restaurant's orders of the filter as a file, streamed line by line. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return csvFile({
    name: `denpyo-${jstDateOf(ctx.now)}`,
    head: pastCsvHead,
    cells: (row: CsvCell[]) => row,
    chunks: rowsOf(ctx, readPastFilter(new URL(request.url).searchParams)),
  })
})

async function* rowsOf(ctx: Ctx, filter: PastFilter): AsyncGenerator<CsvCell[][]> {
  for await (const orders of foundInChunks(ctx, filter)) yield orders.flatMap(pastCsvRows)
}
