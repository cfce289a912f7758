import { page } from '#web/page.server.ts'
import { requireStaff } from '../staff/require-staff.server.ts'
import type { Route } from './+types/staff-freight-csv.ts'
import { freightFile } from './freight-page.server.ts'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return freightFile(ctx, new URL(request.url))
})
