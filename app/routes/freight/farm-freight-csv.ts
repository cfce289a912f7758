import { requireFarm } from '#authorization/authorize.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/farm-freight-csv.ts'
import { freightFile } from './freight-page.server.ts'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  return freightFile(ctx, new URL(request.url))
})
