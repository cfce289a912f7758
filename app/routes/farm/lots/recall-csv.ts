import { page } from '#web/page.server.ts'
import { recallCsv } from '#web/recall-pages.server.ts'
import type { Route } from './+types/recall-csv.ts'

/** The restaurants affected by a recall, as a file; for the farm and, at its own address, for staff. */
export const loader = page((ctx, { params }: Route.LoaderArgs) => recallCsv(ctx, params))
