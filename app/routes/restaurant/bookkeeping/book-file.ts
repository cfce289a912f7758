import { bookDownload } from '#web/books.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/book-file.ts'

/** A file for accounting software, made before: `/restaurant/bookkeeping/:id.csv`, and the farm's. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => bookDownload(ctx, params))
