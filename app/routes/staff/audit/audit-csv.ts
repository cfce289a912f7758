import { jstDateOf } from '#kernel/jst.ts'
import { auditInChunks } from '#modules/admin/audit.server.ts'
import { auditFilterIn } from '#modules/admin/audit-filter.ts'
import { auditCsvCells, auditCsvHead } from '#modules/admin/audit-labels.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/audit-csv.ts'

/** The rows of the filter, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const filter = auditFilterIn(new URL(request.url).searchParams)
  return csvFile({
    name: `history-${jstDateOf(ctx.now)}`,
    head: auditCsvHead,
    cells: auditCsvCells,
    chunks: auditInChunks(ctx, filter),
  })
})
