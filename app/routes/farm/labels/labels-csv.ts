import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { CarrierName, DayIn } from '#kernel/schema.ts'
import { labelFileOfDay } from '#modules/ordering/fulfilment/labels/label-day.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/labels-csv.ts'

const Wish = z.object({
  day: DayIn,
  carrier: CarrierName,
  part: z.coerce.number().int().min(1).max(99).default(1),
  again: z.literal('1').optional(),
})

/** `/farmer/labels.csv?day=2026-11-25&carrier=yamato`: the file for the program of a carrier. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wish = Wish.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!wish.success) throw new NotFound('labels')
  const { bytes, fileName, mediaType } = await labelFileOfDay(ctx, { ...wish.data, again: wish.data.again === '1' })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
})
