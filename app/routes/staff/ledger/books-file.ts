import { platformBookDownload } from '#web/books.server.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/books-file.ts'

/** The books of the platform, for its accounting software. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return platformBookDownload(ctx, request)
})
