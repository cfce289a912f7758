import { jstDateOf } from '#kernel/jst.ts'
import { reviewsInChunks } from '#modules/reviews/moderate-reviews.server.ts'
import { readReviewFilter, reviewCsvCells, reviewCsvHead } from '#modules/reviews/review-filter.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/reviews-csv.ts'

/** The rows of the filter, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return csvFile({
    name: `reviews-${jstDateOf(ctx.now)}`,
    head: reviewCsvHead,
    cells: reviewCsvCells(ctx.now),
    chunks: reviewsInChunks(ctx, readReviewFilter(new URL(request.url).searchParams)),
  })
})
