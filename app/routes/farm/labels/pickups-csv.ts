import { z } from 'zod'
import { csvLine, csvStart } from '#kernel/csv.ts'
import { NotFound } from '#kernel/errors.ts'
import { DayIn } from '#kernel/schema.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import { carrierName, knownCarrier } from '#modules/delivery/carrier-word.ts'
import { pickupsOfDay } from '#modules/ordering/fulfilment/pickup/book-pickup.server.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/pickups-csv.ts'

const Wish = z.object({ day: DayIn, carrier: AnyCarrierIn })

/** `/farmer/pickups.csv?day=2026-11-25&carrier=yamato`: what a carrier is to fetch, for its depot. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wish = Wish.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!wish.success) throw new NotFound('pickups')
  const { day, carrier } = wish.data
  const pickup = (await pickupsOfDay(ctx, day)).pickups.find((it) => it.carrier === carrier)
  if (!pickup) throw new NotFound('pickups')
  const rows = pickup.parcels.map(({ sizeClass, temperature, count }) =>
    csvLine([day, carrierName(carrier), temperatureWord[temperature], sizeClass, count]),
  )
  return new Response([csvStart, csvLine(['集荷日', '配送会社', '温度帯', 'サイズ', '個口']), ...rows].join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pickup-${knownCarrier(carrier) ?? 'other'}-${day}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
})
