import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { DayIn } from '#kernel/schema.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import { parcelsOfDay } from '#modules/ordering/fulfilment/labels/label-day.server.ts'
import { parcelList } from '#modules/ordering/fulfilment/labels/parcel-list.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/parcels-csv.ts'

const Wish = z.object({ day: DayIn, carrier: AnyCarrierIn.optional() })

/** `/farmer/parcels.csv?day=2026-11-25&carrier=赤帽`: the parcels of the day that have not left, of one carrier or of all. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wish = Wish.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!wish.success) throw new NotFound('parcels')
  const { bytes, fileName, mediaType } = parcelList(wish.data.day, await parcelsOfDay(ctx, wish.data))
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
})
