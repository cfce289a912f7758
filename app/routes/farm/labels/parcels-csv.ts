import { z } from 'zod'
import { csvLine, csvStart } from '#kernel/csv.ts'
import { NotFound } from '#kernel/errors.ts'
import { DayIn } from '#kernel/schema.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import type { LabelParty } from '#modules/delivery/carrier-files/shipment.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { parcelsOfDay } from '#modules/ordering/fulfilment/labels/label-day.server.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/parcels-csv.ts'

const Wish = z.object({ day: DayIn, carrier: AnyCarrierIn.optional() })

const partyHeads = ['名', '部署', '郵便番号', '住所', '建物名', '電話番号'] as const
const partyCells = ({ name, part, postalCode, prefecture, city, street, building, phone }: LabelParty) => [
  ...[name, part, postalCode, `${prefecture}${city}${street}`, building, phone],
]

const heads = [
  ...[
    '出荷日',
    'お届け日',
    '時間帯',
    '配送会社',
    '注文番号',
    'お客様管理番号',
    '個口',
    '個口数',
    '温度帯',
    'サイズ',
    '品名',
  ],
  ...partyHeads.map((head) => `お届け先${head}`),
  ...partyHeads.map((head) => `ご依頼主${head}`),
  ...['備考', '送り状番号'],
]

/**
 * `/farmer/parcels.csv?day=2026-11-25&carrier=赤帽`: one line for each parcel of the day that has not left, for a carrier without a
 * program of which we know the file; without `carrier` of all.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wish = Wish.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!wish.success) throw new NotFound('parcels')
  const parcels = await parcelsOfDay(ctx, wish.data)
  if (parcels.length === 0) throw new NotFound('parcels')
  const lines = parcels.map(({ carrier, note, trackingNumber, shipment: it }) =>
    csvLine([
      ...[it.shipOn, it.deliveryOn, slotWord[it.slot], carrierName(carrier), it.orderNumber, it.customerNumber],
      ...[it.at, it.of, temperatureWord[it.temperature], it.sizeClass, it.goods.join('、')],
      ...partyCells(it.to),
      ...partyCells(it.from),
      ...[note, trackingNumber],
    ]),
  )
  return new Response([csvStart, csvLine(heads), ...lines].join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="parcels-${wish.data.day}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
})
