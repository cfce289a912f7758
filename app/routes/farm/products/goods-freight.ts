import { parsePrefCode } from '#kernel/place.ts'
import { freightPreview } from '#modules/products/price-band.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/goods-freight.ts'

/** `/farmer/products/freight?to=27`: what parcels to a prefecture cost, for the advice beside a price. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) =>
  freightPreview(ctx, parsePrefCode(new URL(request.url).searchParams.get('to'))),
)
